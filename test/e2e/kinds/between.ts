import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../harness/listen.ts';

/** Stands between the extension and any server: hands on what it hears, and can lose an answer on its way back. */
export interface Between {
  url: string;
  /** The next answer to a request whose body or path has this text is carried out, and lost. */
  lose(text: string): void;
  /** The same, but the answer is kept back; resolves once it has been carried out. */
  hold(text: string): Promise<void>;
  /** Of all requests: whether a cookie, or the key in an address, was among them. */
  wrong: string[];
  /** Where each request carried the key, in their order; empty: it did not. */
  carried: ('' | 'bearer' | 'form' | 'elsewhere')[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Where a request carries the key. */
function keyIn(key: string, { headers }: IncomingMessage, body: string): Between['carried'][number] {
  if (headers.authorization === `Bearer ${key}`) return 'bearer';
  if (new URLSearchParams(body).get('token_auth') === key) return 'form';
  return `${JSON.stringify(headers)}${body}`.includes(key) ? 'elsewhere' : '';
}

/** What of an answer is handed on: what it is, and what a page of another site may do with it, as with the answer to a visit. */
const handed = /^(content-type|x-matomo-request-id|access-control-.*)$/;
const kept = ['accept', 'authorization', 'content-type', 'x-umami-api-key'];

async function handOn(to: string, request: IncomingMessage, body: Buffer): Promise<Response> {
  // Matomo counts no robots, and takes a headless browser for one.
  const agent = request.headers['user-agent']?.replace('Headless', '') ?? '';
  const headers = Object.entries(request.headers).filter(([name]) => kept.includes(name)) as [string, string][];
  return fetch(to + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: { ...Object.fromEntries(headers), 'user-agent': agent },
    redirect: 'manual',
    ...(body.length ? { body: new Uint8Array(body) } : {}),
  });
}

/** Opens one before the server at `to`, on loopback. */
export async function openBetween(to: string, key: string): Promise<Between> {
  const wrong: string[] = [];
  const carried: Between['carried'] = [];
  let losing: string | undefined;
  let holding: { text: string; carriedOut: () => void } | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const said = `${request.method} ${request.url?.split('?')[0]}`;
    carried.push(keyIn(key, request, body.toString()));
    // A page's own request for the tracker is the browser's affair.
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
      // Begun, so that no browser sends the request again by itself.
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
