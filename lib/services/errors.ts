/** The kinds of failure that a person can act on. */
export type ProblemKind =
  /** The connection is incomplete or malformed; nothing was sent. */
  | 'setup'
  /** The host permission is missing. Only callers use this kind, because this library knows no browser. */
  | 'access'
  /** 401: the key is not accepted. */
  | 'auth'
  /** 402, 403: the key is known, but its account is not allowed to do this. */
  | 'forbidden'
  /** 404, 410: the record is gone; on a list, the address is probably wrong. */
  | 'missing'
  /**
   * The values are refused, by this library (no `status`; nothing was sent) or by the service, which may say why in
   * `fields`. Also any other 4xx.
   */
  | 'rejected'
  /** 409, or Waymark itself found a conflict and gives a `code`. */
  | 'conflict'
  /** 429; see `retryAfter`. */
  | 'busy'
  /**
   * 5xx, a 4xx that is not about the values (405, 407, 408, 425, 499), or an answer whose body says that the operation
   * failed.
   */
  | 'server'
  /** The service redirects, which is never followed. */
  | 'redirect'
  /** No connection, or it broke. */
  | 'network'
  /** No complete answer in time. */
  | 'timeout'
  /**
   * The answer does not come from a service of this kind: an HTML page, a log-in page (419), not JSON, too large, or
   * unreadable.
   */
  | 'shape'
  /** The caller's signal was aborted. */
  | 'cancelled';

/** Our own details of a failure; never taken from a service's text. */
export type ProblemCode =
  /** `setup`: a part of the connection is missing or invalid. */
  | 'no-address'
  | 'bad-address'
  | 'no-key'
  | 'bad-key'
  | 'bad-headers'
  /** `setup`: an owner's header is `Authorization`, in which this service takes its key. */
  | 'key-header'
  /** `auth`: a proxy in front of the service refused the user and password of an owner's header. */
  | 'proxy-login'
  /** `setup`: the record or job belongs to another service than the connected one. */
  | 'other-service'
  /** The connection was changed or removed after the page had read it. */
  | 'changed'
  /** `rejected`: a page's message about records does not name their account. */
  | 'no-service'
  /** `conflict`: the record is no longer the one whose deletion was confirmed; nothing was deleted. */
  | 'other-record'
  /** `conflict`: the record has been changed since the change that was to be undone; nothing was sent. */
  | 'changed-since'
  | 'changed-elsewhere'
  /** `conflict`: the record is no longer the one that was shown; nothing was changed. */
  | 'other-site'
  /** Any kind: the record could not be read again before its deletion; nothing was deleted. */
  | 'unseen'
  /** Any kind: an update or deletion was sent, and it is unknown whether it was carried out. */
  | 'maybe-changed'
  | 'maybe-deleted'
  /** `missing`: the service answered a deletion in this way, but the record is still there. */
  | 'still-there'
  /** `setup`: an organisation's policy does not let this be changed. */
  | 'fixed'
  /** `setup`: the settings were written by a newer Waymark. */
  | 'newer-settings'
  /** `setup`: the browser gives the extension no database, as in Firefox with "Never remember history". */
  | 'no-database'
  /** `setup`: a bug of ours, or a failure of the browser's storage. */
  | 'fault'
  /** `rejected`: a value that `fields` names is required. */
  | 'required'
  /** `rejected`: the domain is a public suffix, such as `co.uk`. */
  | 'public-suffix'
  /** `rejected`: the account is not, or no longer, in the team, or may only view its websites; nothing was sent. */
  | 'no-team'
  /** `rejected`: the text is no domain. */
  | 'not-a-domain'
  /** `rejected`: there is no such operation, or command. */
  | 'unknown-name'
  /**
   * `conflict`: nothing was sent, because the service did not show its whole list, so the site may be registered
   * already.
   */
  | 'maybe-registered'
  /** `conflict`: another audit has not ended. */
  | 'audit-under-way'
  /** `setup`: no site of the audit answers. */
  | 'no-answers'
  /** `rejected`: the audit was requested in a private window. */
  | 'private'
  /** `forbidden`: the account's plan at a cloud may not include the operation. */
  | 'plan'
  /** `missing`: there is no such list at this address. */
  | 'wrong-address'
  /**
   * `shape`: the answer is not JSON (an HTML page: `html`), too large, or does not contain the requested data. With
   * `auth` and `forbidden`, `html` means that the refusal is a page, perhaps of a login wall, so it says nothing about
   * the key.
   */
  | 'html'
  | 'not-json'
  | 'too-large'
  | 'unreadable'
  /** `cancelled`: the worker does not answer. */
  | 'worker-gone'
  /** `cancelled`: the worker stopped each time it read this page. */
  | 'stopped'
  /** With any kind of problem: the write was sent, and it is unknown whether it was carried out. */
  | 'unconfirmed'
  /** Nothing was sent, because it is unknown whether an earlier create of the site was carried out. */
  | 'still-unconfirmed';

/** A failure as plain data. No text in it contains the key; every text is clipped and free of control characters. */
export interface Problem {
  kind: ProblemKind;
  code?: ProblemCode;
  /** The HTTP status, or the one that the body of a "successful" answer declares. */
  status?: number;
  /** What is wrong with each field. A text that comes from the service is in the service's language. */
  fields?: Record<string, string[]>;
  /** What the service says, in its own words and language. */
  message?: string;
  /** `access`: the address for which the permission is missing. */
  url?: string;
  /** `shape`: what the answer looks like, without any of its values. */
  got?: string;
  /** Seconds to wait, 1 to 900. */
  retryAfter?: number;
  /** Whether the write was certainly not sent, although the kind of the problem leaves that open. */
  unsent?: true;
}

/** After one of these problems, a write that was sent may have been carried out. */
export const uncertain: ReadonlySet<ProblemKind> = new Set([
  'server',
  'redirect',
  'network',
  'timeout',
  'shape',
  'cancelled',
]);

/** The only error that `call` rejects with. */
export class ApiError extends Error {
  problem: Problem;

  constructor(problem: Problem) {
    super(problem.message ?? problem.code ?? problem.kind);
    this.name = 'ApiError';
    this.problem = problem;
  }
}

/** Returns the problem of a failed request, or undefined for any other error. */
export const problemIn = (error: unknown): Problem | undefined =>
  error instanceof ApiError ? error.problem : undefined;

const kindByStatus: Readonly<Record<number, ProblemKind>> = {
  401: 'auth',
  402: 'forbidden',
  403: 'forbidden',
  404: 'missing',
  405: 'server',
  407: 'server',
  408: 'server',
  409: 'conflict',
  410: 'missing',
  // The page of an expired session: this route is not the API.
  419: 'shape',
  425: 'server',
  429: 'busy',
  499: 'server',
  // A captive portal requires its log-in.
  511: 'shape',
};

/** Returns the kind of an HTTP status that is neither a success nor a redirect. */
export function problemKindOfStatus(status: number): ProblemKind {
  return kindByStatus[status] ?? (status >= 400 && status < 500 ? 'rejected' : 'server');
}
