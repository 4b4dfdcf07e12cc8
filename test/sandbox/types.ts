/** The seven operations of the interface, as the log and the switches name them. */
export type OperationName =
  | 'websites.list'
  | 'websites.show'
  | 'websites.create'
  | 'websites.update'
  | 'websites.delete'
  | 'projects.list'
  | 'projects.delete';

export type Service = 'analytics' | 'seo';

/** A stored website. `id`: the row number. */
export interface WebsiteRow {
  id: number;
  domain: string;
  privacy: number | null;
  password: string | null;
  email: number | null;
  exclude_bots: number | null;
  exclude_params: string | null;
  exclude_ips: string | null;
  created_at: string;
  updated_at: string;
}

/** A stored project. */
export interface ProjectRow {
  id: number;
  project: string;
  reports: number;
  result: number;
  created_at: string;
}

/** One request as it arrived. `key`: which key was sent; the key itself is not stored. */
export interface LoggedRequest {
  method: string;
  /** The path as it was sent, with the base path, escapes unchanged, without the query. */
  path: string;
  query: Record<string, string>;
  /** The parsed form body; empty if there was none. */
  fields: Record<string, string>;
  service: Service | 'site' | 'foreign';
  operation?: OperationName;
  key: 'analytics' | 'seo' | 'both' | 'unknown' | 'none';
  /** Whether the key is the one this operation's service expects. */
  keyOk: boolean;
  cookie: boolean;
  /** The value of `X-Gate`, a custom header that a proxy in front of a service might require. */
  gate?: string;
  accept?: string;
  referer?: string;
  at: number;
  /** The fault that was played, if there was one. */
  fault?: string;
  /** The status of the answer, once it is known. */
  status?: number;
}

/** The answer to send. `wire`: a failure on the wire, which no well-behaved server causes. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  wire?: Wire;
}

/**
 * How an answer fails on the wire. `hang`: no byte is sent; `drop`, `reset`: the connection is closed or reset; `cut`,
 * `cut-head`: half the body or headers, then closed; `stall`: half the body, then silence; `drip`: a byte now and then,
 * for ever; `flood`: 50 MB; `garbage`: not HTTP.
 */
export type Wire = 'hang' | 'drop' | 'reset' | 'cut' | 'cut-head' | 'stall' | 'drip' | 'flood' | 'garbage';
