import { all, type Fault, type Outcome } from './fault.ts';
import { html, json } from './replies.ts';

type Row = [
  name: string,
  status: number,
  /** A text is an HTML page. */
  body: string | object,
  expected: Outcome | Fault['expected'],
  headers?: Record<string, string>,
];

const taken = 'The domain has already been taken.';
const tooMany = { message: 'Too Many Attempts.' };

const hostile = {
  message: '<img src=x onerror=alert(1)>\u202emoc.live',
  errors: {
    domain: [{ type: 'img', props: { src: 'x' } }, 'x'.repeat(100_000), null, 7],
    ['__proto__' as string]: ['polluted'],
    constructor: ['polluted'],
    privacy: { 0: ['nested'] },
  },
};

const proxyPage = (status: number) =>
  `<html>\r\n<head><title>${status} Error</title></head>\r\n<body><center><h1>${status} Error</h1></center><hr><center>nginx</center></body></html>`;
const challenge =
  '<!DOCTYPE html><html><head><title>Just a moment...</title><script>window._cf=1</script></head><body>Checking your browser</body></html>';
const login =
  '<!DOCTYPE html><html><title>Log in</title><body><form method="post" action="/login"><input name="email"><input type="password" name="password"></form></body></html>';
const portal =
  '<html><head><meta http-equiv="refresh" content="0;url=http://portal.invalid/"><title>Guest Wi-Fi</title></head><body>Accept the terms</body></html>';

const rows: Row[] = [
  ['400', 400, { message: 'Bad Request', status: 400 }, 'rejected'],
  ['401', 401, { message: 'Unauthenticated.' }, 'auth'],
  ['403', 403, { message: 'This action is unauthorized.', status: 403 }, 'forbidden'],
  ['404', 404, { message: 'Resource not found.', status: 404 }, 'missing'],
  ['405', 405, { message: 'The method is not supported for this route.' }, 'server'],
  ['409', 409, { message: 'Conflict' }, all('rejected', { create: 'conflict' })],
  ['410', 410, { message: 'Gone' }, 'missing'],
  ['419', 419, { message: 'CSRF token mismatch.' }, 'shape'],
  ['422-errors', 422, { message: taken, errors: { domain: [taken] } }, 'rejected'],
  ['422-message', 422, { message: { domain: [taken] }, status: 422 }, 'rejected'],
  ['422-plan-limit', 422, { message: 'Limit', errors: { domain: ['Your plan allows 5 websites.'] } }, 'rejected'],
  ['429-seconds', 429, tooMany, 'busy', { 'retry-after': '2' }],
  ['429-huge', 429, tooMany, 'busy', { 'retry-after': '1000000000' }],
  ['500', 500, { message: 'Server Error' }, 'server'],
  ['502', 502, { message: 'Bad Gateway' }, 'server'],
  ['503', 503, { message: 'Service Unavailable' }, 'server'],
  ['504', 504, { message: 'Gateway Timeout' }, 'server'],
  ['500-after', 500, { message: 'Server Error' }, 'server'],
  ['422-hostile-text', 422, hostile, 'rejected'],
  ['401-key-echoed', 401, { message: 'Unauthenticated. Authorization: Bearer made-up-key-in-an-answer' }, 'auth'],
  ['200-login', 200, login, 'shape'],
  ['200-portal', 200, portal, 'shape'],
  ['200-html-as-json', 200, login, 'shape', { 'content-type': 'application/json' }],
  ['200-html-no-type', 200, portal, 'shape', { 'content-type': 'application/octet-stream' }],
  ['200-app-shell', 200, '<!doctype html><div id="app"></div><script src="/app.js"></script>', 'shape'],
  ['401-html', 401, proxyPage(401), 'auth'],
  ['403-html', 403, proxyPage(403), 'forbidden'],
  ['403-challenge', 403, challenge, 'forbidden'],
  ['404-html', 404, proxyPage(404), 'missing'],
  ['419-html', 419, '<title>Page Expired</title>', 'shape'],
  ['500-html', 500, proxyPage(500), 'server'],
  ['503-seconds', 503, '<title>Be right back</title>', ['server', 'busy'], { 'retry-after': '2' }],
  ['511-portal', 511, portal, 'shape'],
];

/**
 * Refusals in JSON, and HTML in their place: login pages, captive portals, error pages of proxies. Nothing is carried
 * out, except before the fault whose name ends in `-after`.
 */
export const statusFaults: Fault[] = rows.map(([name, status, body, expected, headers]) => ({
  name,
  says: typeof body === 'string' ? `${status} with an HTML page` : `${status} ${JSON.stringify(body).slice(0, 60)}`,
  commits: name.endsWith('-after'),
  answer: () => (typeof body === 'string' ? html : json)(status, body as string, headers),
  expected: typeof expected === 'string' || Array.isArray(expected) ? all(expected) : expected,
}));
