import type { InputOf, OperationName, OutputOf } from './operations.ts';
import type { Session } from './session.ts';
import type { Reply } from './transport.ts';

/** How a kind carries out an operation, with as many requests as it takes. The input is checked; rejects with ApiError. */
export type Perform<N extends OperationName> = (input: InputOf<N>, session: Session) => Promise<OutputOf<N>>;

/** What a folder of `lib/services` tells of its kind; `traits.ts` beside it says what pages are to know. */
export interface ServiceKind {
  /** An operation that is left out the kind does not have. */
  operations: { [N in OperationName]?: Perform<N> };
  /** Whether this kind answers at an address; `ask` makes one request there, without a key, and follows nothing. */
  identify(
    url: string,
    ask: (method: 'GET' | 'POST', path: string, body?: URLSearchParams) => Promise<Reply>,
  ): Promise<boolean>;
}
