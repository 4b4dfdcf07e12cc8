import type { ProblemKind } from '../../lib/services/index.ts';
import type { OperationName, Reply } from './types.ts';

export type Verb = 'list' | 'show' | 'create' | 'update' | 'delete';

/** The expected outcome of a call: `ok`, a kind of problem, or several of which the interface allows any. */
export type Outcome = 'ok' | ProblemKind | ('ok' | ProblemKind)[];

/** The facts about a request that a fault may use. */
export interface FaultFacts {
  method: string;
  operation: OperationName;
  /** The origin and base path of this service, as the client addressed it. */
  base: string;
  foreignOrigin: string;
  path: string;
  query: string;
}

/** One kind of failure. `commits`: the operation is carried out, and `answer` changes the honest answer. */
export interface Fault {
  name: string;
  says: string;
  commits: boolean;
  answer(honest: Reply, facts: FaultFacts): Reply;
  expected: Record<Verb, Outcome>;
}

/** Returns the same outcome for every verb, except for the verbs in `but`. */
export const all = (outcome: Outcome, but: Partial<Record<Verb, Outcome>> = {}): Record<Verb, Outcome> => ({
  list: outcome,
  show: outcome,
  create: outcome,
  update: outcome,
  delete: outcome,
  ...but,
});

/** Returns the verb of an operation. Projects use the same verbs as websites. */
export const verbOf = (operation: OperationName): Verb => operation.split('.')[1] as Verb;
