import type { Kind } from './traits.ts';

/**
 * One service: its kind (`defaultKind` if left out), its address (with its sub-path) and key, and what other headers its
 * owner wants sent. These never stand in for Authorization, Accept or Content-Type.
 */
export interface Connection {
  kind?: Kind;
  url: string;
  key: string;
  headers?: Readonly<Record<string, string>>;
}

/** `fetch`: what sends requests (default: the global one). `signal`: cancels the call, which then rejects with kind `cancelled`. */
export interface CallOptions {
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}
