import type { ProblemKind } from '../../lib/services/index.ts';
import type { OperationName, Reply } from './types.ts';

export type Verb = 'list' | 'show' | 'create' | 'update' | 'delete';

/** What one call should come to: 'ok', a kind of problem, or any of several where the interface leaves it open. */
export type Outcome = 'ok' | ProblemKind | ('ok' | ProblemKind)[];

/** What a fault knows of the request it spoils. */
export interface FaultFacts {
  method: string;
  operation: OperationName;
  /** Origin and base path of this service, as the client addressed it. */
  base: string;
  foreignOrigin: string;
  path: string;
  query: string;
}

/** One way of going wrong. `commits`: the operation is carried out, and `answer` gets its honest answer to spoil. */
export interface Fault {
  name: string;
  says: string;
  commits: boolean;
  answer(honest: Reply, facts: FaultFacts): Reply;
  expected?: Partial<Record<Verb, Outcome>>;
}

/** The same outcome for every verb, but for those named. */
export const all = (outcome: Outcome, but: Partial<Record<Verb, Outcome>> = {}): Record<Verb, Outcome> => ({
  list: outcome,
  show: outcome,
  create: outcome,
  update: outcome,
  delete: outcome,
  ...but,
});

/** The verb of an operation: projects are listed and deleted as websites are. */
export const verbOf = (operation: OperationName): Verb => operation.split('.')[1] as Verb;
