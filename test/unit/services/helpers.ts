import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { callWithin } from '@/lib/services/call.ts';
import { ApiError, type Connection, type InputOf, type OperationName, type Problem } from '@/lib/services/index.ts';
import { listen } from '../../sandbox/listen.ts';

export const connection: Connection = { url: 'https://stats.example/app', key: 'made-up-key-0001' };

/** Raw records of a list. */
export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n + 1, domain: `${n}.example` }));

/** Those of one request and one answer, which every kind has. */
export type Single = Exclude<OperationName, 'websites.find' | 'websites.hits' | 'teams.list'>;

/** The least input of each operation. */
export const least: { [N in Single]: InputOf<N> } = {
  'websites.list': {},
  'websites.show': { id: '5' },
  'websites.create': { domain: 'example.com' },
  'websites.update': { id: '5', privacy: 0 },
  'websites.delete': { id: '5' },
  'projects.list': {},
  'projects.delete': { project: 'example.com' },
};

export const names = Object.keys(least) as Single[];

/** The limits of `call`, but without a pause before the second try. */
export const limits = { time: 15_000, wait: 5_000, pause: 0, list: 8 * 2 ** 20, record: 2 ** 20 };
export const impatient = callWithin(limits);

/** A `fetch` that always answers so; a text is the body as it stands, anything else is made JSON. */
export const replying = (body: unknown, init: ResponseInit = {}): { fetch: typeof fetch } => ({
  fetch: async () => {
    const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { headers: { 'content-type': 'application/json' }, ...init });
  },
});

/** A `fetch` by which a server lies in a path of its host: beside it nothing is found. */
export const inPath = (path: string): { fetch: typeof fetch } => ({
  fetch: async (input, init) => {
    const url = new URL(String(input));
    if (!url.pathname.startsWith(`${path}/`)) return new Response(null, { status: 404 });
    url.pathname = url.pathname.slice(path.length);
    return fetch(url, init);
  },
});

/** Rows that begin with a short title made of their values. */
export const titled = <R extends readonly unknown[]>(rows: readonly R[]): [title: string, ...R][] =>
  rows.map((row) => [
    Array.from(row, (value) => JSON.stringify(value))
      .join(' ')
      .slice(0, 90),
    ...row,
  ]);

/** The problem that a call rejects with; anything else fails the test. */
export async function problemOf(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome.problem;
  throw new Error(`not an ApiError: ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`);
}

export const kindOf = async (call: Promise<unknown>) => (await problemOf(call)).kind;

export interface Sent {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A loopback server; `answer` gets each request once it is complete, and how many came before it. */
export async function serve(answer: (sent: Sent, response: ServerResponse, before: number) => void) {
  const log: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent = { method, url, headers, body: await text(request) };
    log.push(sent);
    answer(sent, response, log.length - 1);
  });
  const { url, close } = await listen(server);
  return { url, log, [Symbol.asyncDispose]: close };
}

export const json = (response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(body === undefined ? undefined : JSON.stringify(body));
