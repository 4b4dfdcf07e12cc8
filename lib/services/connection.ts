import type { Kind } from './traits.ts';

/**
 * The data needed to call a service: its kind (default: `defaultKind`), its address with any sub-path, its key, and
 * extra headers that its owner wants sent. These headers never replace Accept, Content-Type or the header with the key.
 */
export interface Connection {
  kind?: Kind | undefined;
  url: string;
  key: string;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Stores data about an account that a kind of service needs from one call to the next: plain data without secrets. */
export interface Memory {
  get(): Promise<Remembered | undefined>;
  set(remembered: Remembered): Promise<void>;
}

/** A value that a kind of service remembers. */
export interface Remembered {
  /** When the service reported `value` (milliseconds since 1970). */
  at: number;
  value: unknown;
}

/**
 * `fetch`: sends the requests (default: the global `fetch`). `signal`: cancels the call, which then rejects with kind
 * `cancelled`. `onPhpMessage`: called with the first message that PHP has printed before an answer. `memory`: the
 * memory of the connection's account (default: a memory for this call only).
 */
export interface CallOptions {
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
  onPhpMessage?: (message: string) => void;
  memory?: Memory;
}
