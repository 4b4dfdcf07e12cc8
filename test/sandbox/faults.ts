import type { Fault } from './fault.ts';
import { bodyFaults } from './faults-body.ts';
import { listFaults } from './faults-list.ts';
import { pageFaults } from './faults-page.ts';
import { redirectFaults } from './faults-redirect.ts';
import { saysNoFaults } from './faults-says-no.ts';
import { statusFaults } from './faults-status.ts';
import { textFaults } from './faults-text.ts';
import { waitFaults } from './faults-wait.ts';
import { wireFaults } from './faults-wire.ts';

/** Every named fault: one name is one row. `behave({ fault: name })` plays it; tests walk the whole table. */
export const faults: readonly Fault[] = [
  ...statusFaults,
  ...waitFaults,
  ...redirectFaults,
  ...pageFaults,
  ...bodyFaults,
  ...saysNoFaults,
  ...listFaults,
  ...textFaults,
  ...wireFaults,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** The row of that name. Throws where there is none: a mistake of the test. */
export function faultNamed(name: string): Fault {
  const fault = byName.get(name);
  if (!fault) throw new Error(`No such fault: ${name}`);
  return fault;
}

export { type Fault, verbOf } from './fault.ts';
