import type { Kind } from './traits.ts';

/**
 * What is needed to call a service: its kind (default: `defaultKind`), its address with any sub-path, its API key, and
 * extra headers for every request. These headers never replace `Content-Type`, `Accept` or the header with the key.
 */
export interface Connection {
  kind?: Kind | undefined;
  url: string;
  key: string;
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Stores data about an account between calls. The code of a kind of service decides what; it never includes secrets.
 */
export interface Memory {
  get(): Promise<Remembered | undefined>;
  set(remembered: Remembered): Promise<void>;
}

/** A value in a `Memory`. */
export interface Remembered {
  /** When the service reported `value` (milliseconds since 1970). */
  at: number;
  value: unknown;
}

/**
 * `fetch`: sends the requests (default: the global `fetch`). `signal`: cancels the call, which then rejects with kind
 * `cancelled`. `onPhpMessage`: gets the first message that PHP has printed before an answer. `memory`: stores data
 * about the connection's account (default: only until the call ends).
 */
export interface CallOptions {
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
  onPhpMessage?: (message: string) => void;
  memory?: Memory;
}
