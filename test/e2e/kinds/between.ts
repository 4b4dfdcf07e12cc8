import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../sandbox/listen.ts';

/** A proxy between the extension and any server. It passes requests on, and can lose an answer. */
export interface Between {
  url: string;
  /** Loses the answer to the next request whose body or path has this text. The request is carried out. */
  lose(text: string): void;
  /** Holds that answer back. Resolves once the request has been carried out. */
  hold(text: string): Promise<void>;
  /** The requests that had a cookie, or the key in their address. */
  wrong: string[];
  /** Where each request had the key, in order; empty if it had none. */
  carried: ('' | 'bearer' | 'form' | 'elsewhere')[];
  close(): Promise<void>;
}

/** Returns where a request has the key. */
function keyIn(key: string, { headers }: IncomingMessage, body: string): Between['carried'][number] {
  if (headers.authorization === `Bearer ${key}`) return 'bearer';
  if (new URLSearchParams(body).get('token_auth') === key) return 'form';
  return `${JSON.stringify(headers)}${body}`.includes(key) ? 'elsewhere' : '';
}

/** The headers of an answer that are passed on: its type, and what pages of other sites may do with it. */
const handed = /^(content-type|x-matomo-request-id|access-control-.*)$/;
const kept = ['accept', 'authorization', 'content-type', 'x-umami-api-key'];

async function handOn(to: string, request: IncomingMessage, body: Buffer): Promise<Response> {
  // Matomo does not count robots, and takes a headless browser for one.
  const agent = request.headers['user-agent']?.replace('Headless', '') ?? '';
  const headers = Object.entries(request.headers).filter(([name]) => kept.includes(name)) as [string, string][];
  return fetch(to + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: { ...Object.fromEntries(headers), 'user-agent': agent },
    redirect: 'manual',
    ...(body.length ? { body: new Uint8Array(body) } : {}),
  });
}

/** Opens a proxy on loopback in front of the server at `to`. */
export async function openBetween(to: string, key: string): Promise<Between> {
  const wrong: string[] = [];
  const carried: Between['carried'] = [];
  let losing: string | undefined;
  let holding: { text: string; carriedOut: () => void } | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const said = `${request.method} ${request.url?.split('?')[0]}`;
    carried.push(keyIn(key, request, body.toString()));
    // A web page's own request for the tracker may have cookies.
    if (request.headers.cookie && request.headers.accept === 'application/json') wrong.push(`${said}: a cookie`);
    if (request.url?.includes(key)) wrong.push(`${said}: the key in the address`);
    const isLost = losing !== undefined && request.method === 'POST' && body.toString().includes(losing);
    const isHeld = holding !== undefined && request.method === 'POST' && body.toString().includes(holding.text);
    const found = await handOn(to, request, body);
    const text = Buffer.from(await found.arrayBuffer());
    if (isHeld) {
      holding?.carriedOut();
      holding = undefined;
      return;
    }
    if (isLost) {
      losing = undefined;
      // The answer has begun, so that no browser repeats the request.
      response.writeHead(found.status).write(' ');
      setTimeout(() => request.socket.destroy(), 50);
      return;
    }
    response.writeHead(found.status, {
      'content-type': 'text/plain',
      ...Object.fromEntries([...found.headers].filter(([name]) => handed.test(name))),
    });
    response.end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
    lose: (text) => {
      losing = text;
    },
    hold: (text) =>
      new Promise((resolve) => {
        holding = { text, carriedOut: resolve };
      }),
    wrong,
    carried,
  };
}
