import type { Kind } from './traits.ts';

/**
 * One service: its kind (`defaultKind` if left out), its address (with its sub-path) and key, and the extra headers
 * that its owner wants sent. These headers never replace Accept, Content-Type or the header that carries the key.
 */
export interface Connection {
  kind?: Kind;
  url: string;
  key: string;
  headers?: Readonly<Record<string, string>>;
}

/** Keeps the data that a kind remembers of an account from one call to the next: plain data without secrets. */
export interface Memory {
  get(): Promise<Remembered | undefined>;
  set(remembered: Remembered): Promise<void>;
}

export interface Remembered {
  /** When the service reported `value` (milliseconds since 1970). */
  at: number;
  value: unknown;
}

/**
 * `fetch`: sends the requests (default: the global one). `signal`: cancels the call, which then rejects with kind
 * `cancelled`. `onPhpMessage`: gets the first message that PHP has printed before an answer. `memory`: the memory of
 * the connection's account; if left out, each call has a memory of its own.
 */
export interface CallOptions {
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
  onPhpMessage?: (message: string) => void;
  memory?: Memory;
}
