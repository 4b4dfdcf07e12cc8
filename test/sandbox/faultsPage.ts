import { all, type Fault, type Outcome } from './fault.ts';
import { html } from './replies.ts';

const proxyPage = (status: number) =>
  `<html>\r\n<head><title>${status} Error</title></head>\r\n<body><center><h1>${status} Error</h1></center><hr><center>nginx</center></body></html>`;
const challenge =
  '<!DOCTYPE html><html><head><title>Just a moment...</title><script>window._cf=1</script></head><body>Checking your browser</body></html>';
const login =
  '<!DOCTYPE html><html><title>Log in</title><body><form method="post" action="/login"><input name="email"><input type="password" name="password"></form></body></html>';
const portal =
  '<html><head><meta http-equiv="refresh" content="0;url=http://portal.invalid/"><title>Guest Wi-Fi</title></head><body>Accept the terms</body></html>';
const json = { 'content-type': 'application/json' };

type Row = [name: string, status: number, body: string, expected: Outcome, headers?: Record<string, string>];

const rows: Row[] = [
  ['200-login', 200, login, 'shape'],
  ['200-portal', 200, portal, 'shape'],
  ['200-html-as-json', 200, login, 'shape', json],
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

/** HTML instead of JSON: login pages, captive portals, and error pages of proxies. Nothing is carried out. */
export const pageFaults: Fault[] = rows.map(([name, status, body, expected, headers]) => ({
  name,
  says: `${status} with an HTML page`,
  commits: false,
  answer: () => html(status, body, headers),
  expected: all(expected),
}));
