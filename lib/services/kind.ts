import type { InputOf, Operation, OperationName, OutputOf } from './operations.ts';
import type { Session } from './session.ts';
import type { Reply } from './transport.ts';

/**
 * Carries out an operation with as many requests as it takes. The input is already validated; rejects with ApiError.
 */
export type Perform<N extends OperationName> = (input: InputOf<N>, session: Session) => Promise<OutputOf<N>>;

/** Whether a service is of a kind; `maybe` if its answers fit, but other services answer in the same way. */
export type Recognition = boolean | 'maybe';

/** The code that each kind's folder exports. What pages need to know is in its `traits.ts`. */
export interface ServiceKind {
  /** Operations that the kind does not have are left out. */
  operations: { [N in OperationName]?: Perform<N> };
  /** Whether the service gets one request at a time, because self-hosted servers have few workers. */
  oneAtATime?: true;
  /**
   * Whether a service of this kind answers at an address; `ask` makes one request there, without a key or redirects.
   * Rejects with ApiError if `ask` does, or if something else is certainly there.
   */
  identify(
    url: string,
    ask: (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => Promise<Reply>,
    service: Operation['service'],
  ): Promise<Recognition>;
  /** Whether this version of the service has keys; left out if every version has. `ask`: as for `identify`. */
  hasKeys?(ask: Parameters<ServiceKind['identify']>[1]): Promise<boolean>;
}
