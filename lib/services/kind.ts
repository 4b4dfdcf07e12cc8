import type { InputOf, OperationName, OutputOf } from './operations.ts';
import type { Session } from './session.ts';
import type { Reply } from './transport.ts';

/** Carries out an operation with as many requests as it takes. The input is already validated; rejects with ApiError. */
export type Perform<N extends OperationName> = (input: InputOf<N>, session: Session) => Promise<OutputOf<N>>;

/** What each kind's folder exports; its `traits.ts` says what pages need to know. */
export interface ServiceKind {
  /** Operations that the kind does not have are left out. */
  operations: { [N in OperationName]?: Perform<N> };
  /** Whether a service of this kind answers at an address; `ask` makes one request there, without a key or redirects. */
  identify(
    url: string,
    ask: (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => Promise<Reply>,
  ): Promise<boolean>;
}
