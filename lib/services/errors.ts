/** The kinds of failure, distinguished by what a person can do about them. */
export type ProblemKind =
  /**
   * The connection is incomplete or invalid, so nothing was sent. Also used for problems that do not come from the
   * service, such as a bug in Waymark (see the codes of this kind in `ProblemCode`).
   */
  | 'setup'
  /** The browser's host permission for the address is missing. Not used in this folder, which uses no browser API. */
  | 'access'
  /** HTTP 401: the key is not accepted. */
  | 'auth'
  /** HTTP 402 or 403: the key is known, but its account is not allowed to do this. */
  | 'forbidden'
  /** HTTP 404 or 410: the record is gone. For a list: the address is probably wrong. */
  | 'missing'
  /**
   * The service or Waymark refuses the values. If it was Waymark, nothing was sent, and there is no `status`. The
   * reasons may be in `fields`. Also used for any 4xx status without a kind of its own, and for a 409 except after a
   * create.
   */
  | 'rejected'
  /** HTTP 409 after a create: the website exists. Or Waymark itself found a conflict; `code` says which. */
  | 'conflict'
  /** HTTP 429: too many requests. `retryAfter` says how long to wait. */
  | 'busy'
  /**
   * The service failed: HTTP 5xx (except 511), or a successful status with a body that declares a failure. Also used
   * for 405, 407, 408, 425 and 499, which say nothing about the sent values.
   */
  | 'server'
  /** The service redirects. Redirects are never followed. */
  | 'redirect'
  /** There is no network connection, or it broke. */
  | 'network'
  /** No complete answer came in time. */
  | 'timeout'
  /**
   * The answer cannot come from a service of this kind: it is an HTML page, a log-in page (HTTP 419 or 511), not JSON,
   * too large, or unreadable.
   */
  | 'shape'
  /** The caller aborted the request's signal, or the background worker stopped before the request ended. */
  | 'cancelled';

/** Details of a failure, chosen by Waymark. A code never contains text from a service. */
export type ProblemCode =
  /** Kind `setup`: a part of the connection is missing or invalid. */
  | 'no-address'
  | 'bad-address'
  | 'no-key'
  | 'bad-key'
  | 'bad-headers'
  /**
   * Kind `setup`: the connection has its own `Authorization` header, but this kind of service needs that header for its
   * key.
   */
  | 'key-header'
  /** Kind `auth`: a proxy in front of the service refused the user and password in a header of the connection. */
  | 'proxy-login'
  /** Kind `setup`: the record or job belongs to a service or account that is not the connected one. */
  | 'other-service'
  /**
   * Kind `setup`: the connection was changed or removed after the page had read it, so the page's changes were not
   * saved.
   */
  | 'changed'
  /** Kind `rejected`: a page's message is about an account's records, but does not name the account. */
  | 'no-service'
  /** Kind `conflict`: the id no longer belongs to the record that the person wanted to delete. Nothing was deleted. */
  | 'other-record'
  /**
   * Kind `conflict`: the record has changed at the service, so nothing was sent. `changed-since`: it has changed since
   * the person saw it, or since the change to be undone. `changed-elsewhere`: it has changed while the person edited it
   * in the popup. Pressing Save again then sends the edit anyway.
   */
  | 'changed-since'
  | 'changed-elsewhere'
  /** Kind `conflict`: the id no longer belongs to the website that was shown. Nothing was changed. */
  | 'other-site'
  /** With any kind: a change or deletion was not sent, because the record could not be read beforehand. */
  | 'unseen'
  /**
   * Kind `rejected`: the service answered a create or an update with success, but did not apply the values: afterwards,
   * it reported other values than those that were sent.
   */
  | 'unapplied'
  /** With any kind: a person's update or deletion was sent, but it is unknown whether it was carried out. */
  | 'maybe-changed'
  | 'maybe-deleted'
  /** Kind `missing`: the service answered a deletion with "not found", but still shows the record. */
  | 'still-there'
  /** Kind `setup`: an organisation's policy does not allow this change. */
  | 'fixed'
  /** Kind `setup`: a newer version of Waymark wrote the settings. */
  | 'newer-settings'
  /** Kind `setup`: the browser gives the extension no database, as Firefox does with "Never remember history". */
  | 'no-database'
  /** Kind `setup`: a bug in Waymark, or a failure of the browser's storage. */
  | 'fault'
  /** Kind `rejected`: a required value is missing; `fields` names it. */
  | 'required'
  /** Kind `rejected`: the domain is a public suffix, such as `co.uk`. */
  | 'public-suffix'
  /** Kind `rejected`: the account is not in the team, or may only view the team's websites. Nothing was sent. */
  | 'no-team'
  /** Kind `rejected`: the text is not a domain. */
  | 'not-a-domain'
  /** Kind `rejected`: there is no operation or message of this name. */
  | 'unknown-name'
  /**
   * Kind `conflict`: the site may already be registered, because the service did not show its whole list. Nothing was
   * sent.
   */
  | 'maybe-registered'
  /** Kind `conflict`: another audit has not ended. */
  | 'audit-under-way'
  /** Kind `setup`, or kind `timeout` for an audit that repeats on a schedule: none of the audit's sites answers. */
  | 'no-answers'
  /** Kind `rejected`: this cannot be done in a private window. */
  | 'private'
  /** Kind `forbidden`, perhaps because the account's paid plan does not include this operation. */
  | 'plan'
  /** Kind `missing`: the requested list is not at this address. */
  | 'wrong-address'
  /**
   * Kind `shape`: the answer is an HTML page (`html`), not JSON, too large, or lacks the requested data. With kind
   * `auth` or `forbidden`, `html` means that a login wall may have answered, so nothing is known about the key.
   */
  | 'html'
  | 'not-json'
  | 'too-large'
  | 'unreadable'
  /** Kind `cancelled`: the background worker does not answer. */
  | 'worker-gone'
  /** Kind `cancelled`: several workers in a row have stopped while they examined this site for an audit. */
  | 'stopped'
  /**
   * With any kind: it is unknown whether the write was carried out. For a person's update or deletion, pages get
   * `maybe-changed` or `maybe-deleted` instead.
   */
  | 'unconfirmed'
  /** Kind `timeout`: nothing was sent, because it is unknown whether an earlier create of the site was carried out. */
  | 'still-unconfirmed';

/** A failure as plain data. Its texts never contain the key, are limited in length, and have no control characters. */
export interface Problem {
  kind: ProblemKind;
  code?: ProblemCode;
  /** The HTTP status of the answer, or the one that its body declares. Left out if there is neither. */
  status?: number;
  /** The faults of each refused field, by field name. Texts from the service are in the service's language. */
  fields?: Record<string, string[]>;
  /** The service's own message, in its own language. */
  message?: string;
  /** With kind `access`: the address for which the permission is missing. */
  url?: string;
  /** How long to wait before the next request (seconds, 1 to 900). */
  retryAfter?: number;
  /** Set if a write was certainly not sent although the kind of problem does not show this. */
  unsent?: true;
}

/** The kinds of problem after which a sent write may have been carried out. */
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

/** Returns the error for a cursor that does not belong to the requested list. */
export const unknownCursor = (): ApiError =>
  new ApiError({ kind: 'rejected', fields: { cursor: ['Not a cursor of this list.'] } });

/** Returns the problem of a failed request, or undefined if the error is not an ApiError. */
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
  // Sent along with the page of an expired session. An API has no such page, so the service is not of the expected
  // kind.
  419: 'shape',
  425: 'server',
  429: 'busy',
  499: 'server',
  // A captive portal requires a log-in.
  511: 'shape',
};

/** Returns the kind of problem for an HTTP status that is neither a success nor a redirect. */
export function problemKindOfStatus(status: number): ProblemKind {
  return kindByStatus[status] ?? (status >= 400 && status < 500 ? 'rejected' : 'server');
}
