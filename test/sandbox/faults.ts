import type { Fault } from './fault.ts';
import { pageFaults } from './faults-page.ts';

/** Every named fault. One name is one row; tests walk the whole table. */
export const faults: Fault[] = [...pageFaults];

/** The row of that name; a name that is not there is a mistake of the test. */
export function faultNamed(name: string): Fault {
  const fault = faults.find((row) => row.name === name);
  if (!fault) throw new Error(`No such fault: ${name}`);
  return fault;
}
