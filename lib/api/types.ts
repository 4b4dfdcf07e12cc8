/** What a record's statistics page shows to whom: 0 public, 1 private, 2 with a password. */
export type Privacy = 0 | 1 | 2;

/** 0 disabled, 1 enabled. */
export type Flag = 0 | 1;

/**
 * Why a record is read-only: it has no id; its id would change the path it is put into; its id is a number that JSON
 * readers do not carry exactly, so that a neighbour might be meant; or its name could not be read.
 */
export type Locked = 'no-id' | 'unsafe-id' | 'inexact-id' | 'no-name';

/** A website as the service reports it (interface: Resources, Website). A field that is undefined was not reported. */
export interface Website {
  /** Opaque; empty where the record is locked for having none. */
  id: string;
  /** As reported; empty only in a locked row of a list, where it could not be read. */
  domain: string;
  privacy?: Privacy;
  /** The reported privacy where it is none of the known ones; `privacy` is undefined then. */
  privacy_raw?: string;
  email?: Flag;
  exclude_bots?: Flag;
  exclude_params?: string[];
  exclude_ips?: string[];
  /** Whether a password is stored; the password itself is never kept. */
  has_password?: boolean;
  created_at?: string;
  updated_at?: string;
  locked?: Locked;
}

/** A project as the service reports it (interface: Resources, Project). Its name is what names it in paths. */
export interface Project {
  /** Empty only in a locked row, where no name could be read. */
  project: string;
  id?: string;
  reports?: number;
  result?: number;
  created_at?: string;
  locked?: Locked;
}

/** One page of a list. */
export interface ListOutput<T> {
  items: T[];
  /** How many there are in all, where the service says so and this page does not prove it wrong. */
  total?: number;
  /** Whether there are, or without paging information may be, records beyond this page. */
  more: boolean;
  /** Where the service offers a next page: to be passed back as `input.cursor`, beside the same or no other input. */
  next?: string;
}

/** The services' addresses (with their sub-path, without `/api/v1`) and keys. The SEO key defaults to the analytics key. */
export interface Connection {
  analyticsUrl: string;
  seoUrl?: string;
  apiKey: string;
  seoApiKey?: string;
}

/** `fetch`: what sends requests (default: the global one). `signal`: cancels the call, which then rejects with kind `cancelled`. */
export interface CallOptions {
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}
