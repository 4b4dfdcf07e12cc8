import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { listen } from '../../sandbox/listen.ts';
import { code, page, stats } from '../../unit/data/pages/page.ts';
import { certificate } from './certificate.ts';

/** Answers as a site. The key in the table is its host. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const html = { 'content-type': 'text/html; charset=utf-8' };
export const sends =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { ...html, ...headers });
    response.end(body);
  };
const leadsTo = (location: string, status = 301) => sends('', { location }, status);

/** A tag manager, which may add code that the served page does not contain. */
export const tagged = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>';
/** A script that adds a service's code. The page as it is served does not show its address. */
export const addsCode = (url: string) =>
  `<script>var s=document.createElement("script");s.dataset.host=atob('${btoa(url)}');s.src=s.dataset.host+"/js/script.js";document.head.append(s)</script>`;

const ours = page(code(stats));
const without = page('');
const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

const endless =
  (begin: string): Answer =>
  (_request, response) => {
    response.writeHead(200, html);
    response.write(begin);
    const piece = 'x'.repeat(64 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

/** Ends before the announced length. Waits first, because browsers drop what they have not read by then. */
const breaksOff =
  (begin: string): Answer =>
  (_request, response) => {
    response.writeHead(200, { ...html, 'content-length': '200000' });
    response.write(begin + 'x'.repeat(3000), () => setTimeout(() => response.destroy(), 8000));
  };

/** Sends a piece every second, for longer than anyone waits. */
const drips: Answer = (_request, response) => {
  response.writeHead(200, html);
  const timer = setInterval(() => response.write('<p>drip'), 1000);
  response.on('close', () => clearInterval(timer));
};
const hangs: Answer = () => undefined;

/** Sites by the behaviour of their servers, each with the correct state and reason. Pages are judged in unit tests. */
export const sites: Record<string, { answer?: Answer; state: string; why?: string; about?: string }> = {
  'plain-page.example': { answer: sends(ours), state: 'tracking' },
  'gzip.example': { answer: sends(gzipSync(ours), { 'content-encoding': 'gzip' }), state: 'tracking' },
  'brotli.example': { answer: sends(brotliCompressSync(ours), { 'content-encoding': 'br' }), state: 'tracking' },
  'latin.example': {
    answer: sends(bytes(ours, 'latin1'), { 'content-type': 'text/html; charset=iso-8859-1' }),
    state: 'tracking',
  },
  'wide.example': {
    answer: sends(bytes(`\ufeff${ours}`, 'utf16le'), { 'content-type': 'text/html' }),
    state: 'tracking',
  },
  'xhtml.example': { answer: sends(ours, { 'content-type': 'application/xhtml+xml' }), state: 'tracking' },
  'untyped.example': { answer: sends(ours, { 'content-type': '' }), state: 'tracking' },
  'robots.example': { answer: sends('Are you human?', {}, 403), state: 'unsure', why: 'refused', about: '403' },
  'broken-server.example': { answer: sends('', {}, 500), state: 'silent', why: 'server', about: '500' },
  'json.example': {
    answer: sends('{}', { 'content-type': 'application/json' }),
    state: 'file',
    about: 'application/json',
  },
  'picture.example': { answer: sends('', { 'content-type': 'image/png' }), state: 'file', about: 'image/png' },
  'nothing.example': { answer: sends('', {}, 204), state: 'file' },
  'blocked.example': {
    answer: sends(ours, { 'content-security-policy': "script-src 'self'" }),
    state: 'blocked',
    why: 'csp',
  },
  'refresh-header.example': {
    answer: sends('', { refresh: '0; url=https://elsewhere.example/' }),
    state: 'elsewhere',
    why: 'refresh',
    about: 'https://elsewhere.example/',
  },
  'to-www.example': {
    answer: leadsTo('https://www.to-www.example/'),
    state: 'unsure',
    why: 'related',
    about: 'www.to-www.example',
  },
  'to-bare-www.example': { answer: leadsTo('https://www.to-bare-www.example/', 308), state: 'missing' },
  'leaver.example': { answer: leadsTo('https://foreign.example/'), state: 'unsure', why: 'redirect' },
  'to-path.example': { answer: leadsTo('/en/', 302), state: 'unsure', why: 'redirect' },
  'loop.example': { answer: leadsTo('/', 302), state: 'unsure', why: 'redirect' },
  'long.example': { answer: sends(`${ours}${'x'.repeat(20_000_000)}`), state: 'tracking' },
  'long-without.example': { answer: sends(`${without}${'x'.repeat(20_000_000)}`), state: 'unsure', why: 'many' },
  'endless.example': { answer: endless(ours), state: 'tracking' },
  'drips.example': { answer: drips, state: 'unsure', why: 'loading' },
  'breaks-off.example': { answer: breaksOff(ours), state: 'tracking' },
  'breaks-off-without.example': { answer: breaksOff(without), state: 'unsure', why: 'loading' },
  'hangs.example': { answer: hangs, state: 'silent', why: 'timeout' },
  'no-name.example': { state: 'silent', why: 'unreachable' },
  'no-tls.example': { state: 'silent', why: 'unreachable' },
  'hostile.example': {
    answer: sends(`<title>\u202e__proto__</title>${'<script src="__proto__"></script>'.repeat(10_000)}`, {
      'x-powered-by': '<img src=x onerror=alert(1)>',
    }),
    state: 'unsure',
    why: 'many',
  },
  'evil-type.example': {
    answer: sends('', { 'content-type': 'text/evil;<img src=x>' }),
    state: 'file',
    about: 'text/evil;<img src=x>',
  },
};

const variants: Record<string, Answer> = {
  'www.to-www.example': sends(ours),
  'www.to-bare-www.example': sends(without),
};

export interface Visit {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** Serves all sites over https on one port, and anything else on another. Logs each request. */
export async function openFarm(more: Record<string, Answer> = {}) {
  const answers: Record<string, Answer | undefined> = {
    ...Object.fromEntries(Object.entries(sites).map(([host, { answer }]) => [host, answer])),
    ...variants,
    ...more,
  };
  const visits: Visit[] = [];
  const server = createServer(certificate, (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    visits.push({ host, path: request.url ?? '', headers: request.headers });
    (answers[host] ?? sends('', {}, 404))(request, response);
  });
  const plain = createPlain(sends(ours));
  // The proxy for Firefox, in which host names cannot be given addresses.
  plain.on('connect', (request, socket) => {
    // The browser's own requests are refused.
    const isSite = /\.example(\.com)?:443$/.test(request.url ?? '') && request.url !== 'no-name.example:443';
    if (!isSite) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const upstream = connect(request.url === 'no-tls.example:443' ? plainPort : port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    return undefined;
  });
  const listening = await Promise.all([listen(server), listen(plain)]);
  const [port, plainPort] = listening.map((one) => one.port) as [number, number];
  return {
    visits,
    answers,
    proxy: { port: plainPort },
    hosts: {
      'no-name.example:443': '~NOTFOUND',
      'no-tls.example:443': `127.0.0.1:${plainPort}`,
      '*.example:443': `127.0.0.1:${port}`,
      '*.example.com:443': `127.0.0.1:${port}`,
    },
    close: async () => {
      for (const one of listening) await one.close();
    },
  };
}

export type Farm = Awaited<ReturnType<typeof openFarm>>;
