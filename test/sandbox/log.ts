import type { IncomingMessage } from 'node:http';
import type { LoggedRequest, OperationName, Service } from './types.ts';

export interface Keys {
  analytics: string;
  seo: string;
}

const whichKey = (authorization: string | undefined, keys: Keys): LoggedRequest['key'] => {
  if (authorization === undefined) return 'none';
  const key = /^Bearer (.+)$/.exec(authorization)?.[1];
  if (key === keys.analytics) return key === keys.seo ? 'both' : 'analytics';
  return key === keys.seo ? 'seo' : 'unknown';
};

/** Whether a key is the one that the operation's service expects. */
export const keyFits = (key: LoggedRequest['key'], operation: OperationName | undefined): boolean =>
  key === 'both' || (operation !== undefined && key === (operation.startsWith('projects') ? 'seo' : 'analytics'));

/** Returns the log entry of a request. It records which key was sent, but not the Authorization header. */
export function logEntry(
  request: IncomingMessage,
  service: Service | 'site' | 'foreign',
  operation: OperationName | undefined,
  keys: Keys,
): LoggedRequest {
  const url = request.url ?? '/';
  const cut = url.indexOf('?');
  const { headers } = request;
  const key = whichKey(headers.authorization, keys);
  return {
    method: request.method ?? 'GET',
    path: cut < 0 ? url : url.slice(0, cut),
    query: cut < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(cut + 1))),
    fields: {},
    service,
    ...(operation && { operation }),
    key,
    keyOk: keyFits(key, operation),
    cookie: headers.cookie !== undefined,
    ...(headers['x-gate'] !== undefined && { gate: String(headers['x-gate']) }),
    ...(headers.accept !== undefined && { accept: headers.accept }),
    ...(headers.referer !== undefined && { referer: headers.referer }),
    at: Date.now(),
  };
}

const shown = ([name, value]: [string, string]) => `${name}=${name === 'password' ? '••••' : JSON.stringify(value)}`;

/** Describes a request in one line: method, path, query, fields (the password masked), key, status. */
export function describeRequest(entry: LoggedRequest): string {
  const query = new URLSearchParams(entry.query).toString();
  const fields = Object.entries(entry.fields).map(shown).join(' ');
  const key = { none: 'no key', unknown: 'unknown key', analytics: 'key', seo: 'SEO key', both: 'key' }[entry.key];
  return [
    entry.method,
    `${entry.path}${query && `?${query}`}`,
    fields,
    `[${key}]`,
    entry.status && `-> ${entry.status}`,
  ]
    .filter(Boolean)
    .join(' ');
}
