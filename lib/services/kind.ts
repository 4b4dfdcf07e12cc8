import type { InputOf, Operation, OperationName, OutputOf } from './operations.ts';
import type { Session } from './session.ts';
import type { Reply } from './transport.ts';

/**
 * Carries out an operation at one kind of service, with any number of requests. The input has already been validated.
 * Rejects with ApiError.
 */
export type Perform<N extends OperationName> = (input: InputOf<N>, session: Session) => Promise<OutputOf<N>>;

/**
 * Whether a service is of a certain kind. `maybe`: its answers fit, but services of other kinds may answer the same
 * way.
 */
export type Recognition = boolean | 'maybe';

/**
 * The code for one kind of service, exported by that kind's folder. Only the worker loads it; pages use the kind's
 * `traits.ts`.
 */
export interface ServiceKind {
  operations: { [N in OperationName]?: Perform<N> };
  /** Set if the service gets only one request at a time, because small servers cannot answer many at once. */
  oneAtATime?: true;
  /**
   * Whether a service of this kind is at an address. Rejects with ApiError if the request fails, or if something else
   * is certainly there. `ask`: sends one request to a path below this address, without a key, and follows no redirect.
   * `service`: whether an analytics or an SEO service is expected.
   */
  identify(
    url: string,
    ask: (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => Promise<Reply>,
    service: Operation['service'],
  ): Promise<Recognition>;
  /**
   * Whether the service at an address has API keys. Left out if every version of the service has them. `ask`: see
   * `identify`.
   */
  hasKeys?(ask: Parameters<ServiceKind['identify']>[1]): Promise<boolean>;
}
