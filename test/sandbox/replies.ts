import type { Reply } from './types.ts';
import type { FieldErrors } from './validate.ts';

const type = { 'content-type': 'application/json' };

/** Returns a JSON answer. Without `body`, the answer's body is empty. */
export const json = (status: number, body?: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: body === undefined ? headers : { ...type, ...headers },
  body: body === undefined ? '' : JSON.stringify(body),
});

export const html = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});

export const refused = (errors: FieldErrors): Reply =>
  json(422, { message: Object.values(errors)[0]?.[0] ?? 'The given data was invalid.', errors });

export const notFound = (): Reply => json(404, { message: 'Resource not found.', status: 404 });

export const notAllowed = (method: string, path: string, allowed: string): Reply =>
  json(
    405,
    { message: `The ${method} method is not supported for route ${path}. Supported methods: ${allowed}.` },
    { allow: allowed },
  );

/** Returns Laravel's answer to an unknown caller: JSON if the request prefers JSON, otherwise the login page. */
export const unauthenticated = (accept: string | undefined, login: string): Reply =>
  /^\s*[^,;]*[/+]json/.test(accept ?? '')
    ? json(401, { message: 'Unauthenticated.' })
    : html(302, `<!DOCTYPE html><title>Redirecting</title><a href="${login}">Redirecting to ${login}</a>`, {
        location: login,
      });
