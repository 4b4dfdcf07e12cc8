/**
 * The entry point of this folder: all operations of services, as one table (`operations`) and one function (`call`). It
 * uses no browser API, so it also runs in Node.
 */
export { call } from './call.ts';
export type { CallOptions, Connection, Memory, Remembered } from './connection.ts';
export { ApiError, type Problem, type ProblemCode, type ProblemKind, uncertain } from './errors.ts';
export { hasKeys, identify, kindToAsk } from './identify.ts';
export { type InputOf, type Operation, type OperationName, type OutputOf, operations } from './operations.ts';
export type { Kind } from './traits.ts';
export type {
  Hits,
  Incomplete,
  Listing,
  ListOutput,
  Locked,
  Privacy,
  Project,
  Team,
  Traits,
  Website,
} from './types.ts';
