import type { InputOf, Operation, OperationName, OutputOf } from './operations.ts';
import type { Session } from './session.ts';
import type { Reply } from './transport.ts';

/**
 * Carries out an operation of one kind of service, by any number of requests. The input is already validated. Rejects
 * with ApiError.
 */
export type Perform<N extends OperationName> = (input: InputOf<N>, session: Session) => Promise<OutputOf<N>>;

/**
 * Whether a service is of a certain kind. `maybe`: its answers fit, but other kinds of service give the same answers.
 */
export type Recognition = boolean | 'maybe';

/**
 * The code for one kind of service, which that kind's folder exports for the worker. The facts that pages need about
 * the kind are in its `traits.ts`.
 */
export interface ServiceKind {
  /** The function for each operation. Operations that the kind does not have are left out. */
  operations: { [N in OperationName]?: Perform<N> };
  /** Set if only one request at a time is sent to a service, because self-hosted servers have few workers. */
  oneAtATime?: true;
  /**
   * Whether a service of this kind is at an address. `ask`: sends one request there, without a key, and follows no
   * redirect. Rejects with ApiError if `ask` does, or if something else is certainly there.
   */
  identify(
    url: string,
    ask: (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => Promise<Reply>,
    service: Operation['service'],
  ): Promise<Recognition>;
  /** Whether this version of the service has keys. Left out if every version has keys. `ask`: as for `identify`. */
  hasKeys?(ask: Parameters<ServiceKind['identify']>[1]): Promise<boolean>;
}
