import type { Fault } from './fault.ts';
import { bodyFaults } from './faultsBody.ts';
import { listFaults } from './faultsList.ts';
import { redirectFaults } from './faultsRedirect.ts';
import { statusFaults } from './faultsStatus.ts';
import { textFaults } from './faultsText.ts';
import { wireFaults } from './faultsWire.ts';

/** All faults. `behave({ fault: name })` plays the fault with this name, and tests go through the whole table. */
export const faults: readonly Fault[] = [
  ...statusFaults,
  ...redirectFaults,
  ...bodyFaults,
  ...listFaults,
  ...textFaults,
  ...wireFaults,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** Returns the fault with this name. Throws if there is none, because that is a mistake of the test. */
export function faultNamed(name: string): Fault {
  const fault = byName.get(name);
  if (!fault) throw new Error(`No such fault: ${name}`);
  return fault;
}

/** Whether a fault is silence: the client's time is up before the answer is complete. */
export const isQuiet = ({ name }: Fault): boolean => /^(hang|stall|drip)/.test(name);

export { type Fault, verbOf } from './fault.ts';
