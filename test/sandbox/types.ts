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

/** A website as stored: `id` is the row number, `owner` is 'me' unless another account holds it. */
export interface WebsiteRow {
  id: number;
  domain: string;
  privacy: number | null;
  password: string | null;
  email: number | null;
  exclude_bots: number | null;
  exclude_params: string | null;
  exclude_ips: string | null;
  owner: string;
  created_at: string;
  updated_at: string;
}

/** A project as stored. */
export interface ProjectRow {
  id: number;
  project: string;
  reports: number;
  result: number;
  created_at: string;
}

/** One request as it arrived. The key itself is never kept: `key` says which one it was. */
export interface LoggedRequest {
  method: string;
  /** The path as sent: base path included, escapes untouched, no query. */
  path: string;
  query: Record<string, string>;
  /** The parsed form body; empty when there was none. */
  fields: Record<string, string>;
  service: Service | 'site' | 'foreign';
  operation?: OperationName;
  key: 'analytics' | 'seo' | 'both' | 'unknown' | 'none';
  /** Whether the key is the one this operation's service expects. */
  keyOk: boolean;
  cookie: boolean;
  /** What `X-Gate` said, a custom header by which a proxy in front would let requests through. */
  gate?: string;
  origin?: string;
  accept?: string;
  contentType?: string;
  /** Bytes of body announced or sent. */
  bodyBytes: number;
  referer?: string;
  at: number;
  /** The fault that was played, when there was one. */
  fault?: string;
  /** The status that was answered, once it was. */
  status?: number;
}

/** What is about to be sent. `wire` plays an answer that no well-behaved server gives. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  wire?: Wire;
}

/** hang: no byte at all. drop: the connection is closed. reset: it is reset. cut: half the body, then closed. cut-head: half the
 *  headers, then closed. stall: half the body, then silence. drip: a byte now and then, for ever. flood: 50 MB. garbage: not HTTP. */
export type Wire = 'hang' | 'drop' | 'reset' | 'cut' | 'cut-head' | 'stall' | 'drip' | 'flood' | 'garbage';
