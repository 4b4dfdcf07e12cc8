import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Delay, passed } from '../delay.ts';
import type { Fault } from '../fault.ts';
import type { OperationName, Reply } from '../types.ts';
import { send } from '../wire.ts';

/** A request as it arrived. `key`: where one was found; none of its characters are kept. */
export interface Heard {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** Whether the key stands in the address, where logs would keep it. */
  keyInUrl: boolean;
  cookie: boolean;
}

export interface Said {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  withoutCookie?: true;
}

/** Before a request is carried out, and from there to its answer. */
interface Slow {
  delay?: Delay;
  delayAnswer?: Delay;
}

/** What happens to the next answer: it is carried out and its answer is lost, another is given in its place, or it takes time. */
export type NextFault = 'lose' | number | Said | Slow;

const isSlow = (fault: Exclude<NextFault, number> | undefined): fault is Slow =>
  typeof fault === 'object' && !('status' in fault);

/** A stand-in for a product: answers as the real one did, on loopback, from memory. */
export interface StandIn<Row> {
  url: string;
  key: string;
  /** The records, in the order they were made; tests may add to them and take from them. */
  rows: Row[];
  /** Every request so far, oldest first. */
  log: Heard[];
  /** Befalls the next request for which `on` holds. */
  fail(fault: NextFault, on?: (heard: Heard) => boolean): void;
  /** From now on every answer goes wrong so, as one to this operation; redirects lead to the other origin or to `/landed`. */
  spoil(fault: Fault, operation: OperationName, foreignOrigin: string): void;
  reset(): void;
  /** Rejects, once closed, where a cookie or a key in an address was ever heard. */
  close(): Promise<void>;
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Said => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
export const html = (status: number): Said => ({
  status,
  body: '<!doctype html><title>Error</title>',
  headers: { 'content-type': 'text/html' },
});

async function heardOf(request: IncomingMessage, key: string): Promise<Heard> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
    keyInUrl: (request.url ?? '').includes(key),
    cookie: request.headers.cookie !== undefined,
  };
}

// As a server that serves pages of a person who is logged in: no request of ours may ever bring this back.
const cookie = { 'set-cookie': 'session=theirs; Path=/' };

const isBare = (said: Said | Reply) => 'withoutCookie' in said;

/** A request's answer as `spoil` was told to make it. */
type Spoiling = (heard: Heard, honest: () => Said) => Said | Reply;

/**
 * Serves one product. `answer` decides on the records; 404 in HTML where it knows no such path. `ofPage`: what a visited page
 * asks, which is no request of ours: it is not noted.
 */
export async function startStandIn<Row>(
  { key, port = 0 }: { key: string; port?: number | undefined },
  rows: Row[],
  answer: (heard: Heard) => Said | undefined,
  ofPage: (heard: Heard) => Said | undefined = () => undefined,
): Promise<StandIn<Row>> {
  const log: Heard[] = [];
  let spoiling: Spoiling = (_heard, honest) => honest();
  const faults: { fault: NextFault; on: (heard: Heard) => boolean }[] = [];
  const nextFault = (heard: Heard) => {
    const at = faults.findIndex(({ on }) => on(heard));
    const [{ fault } = {}] = at < 0 ? [] : faults.splice(at, 1);
    return typeof fault === 'number' ? { status: fault } : fault;
  };
  const server = createServer(async (request, response) => {
    const heard = await heardOf(request, key);
    const toPage = ofPage(heard);
    if (toPage) return send(response, { body: '', headers: {}, ...toPage });
    log.push(heard);
    const given = nextFault(heard);
    if (isSlow(given)) await passed(given.delay);
    const isAnother = typeof given === 'object' && !isSlow(given);
    const said = isAnother ? given : spoiling(heard, () => answer(heard) ?? html(404));
    if (isSlow(given)) await passed(given.delayAnswer);
    if (given === 'lose') return request.socket.destroy();
    send(response, { body: '', ...said, headers: { ...(isBare(said) ? {} : cookie), ...said.headers } });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const wrong: string[] = [];
  const note = () => {
    for (const { method, path, cookie, keyInUrl } of log)
      if (cookie || keyInUrl) wrong.push(`${method} ${path}: ${cookie ? 'a cookie' : 'the key in the address'}`);
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    key,
    rows,
    log,
    fail: (fault, on = () => true) => void faults.push({ fault, on }),
    spoil(fault, operation, foreignOrigin) {
      spoiling = ({ method, path, query }, honest) => {
        const facts = { method, operation, base: url, foreignOrigin, path, query: String(query) };
        return fault.answer({ body: '', headers: {}, ...(fault.commits ? honest() : { status: 200 }) }, facts);
      };
    },
    reset() {
      spoiling = (_heard, honest) => honest();
      note();
      rows.length = 0;
      log.length = 0;
      faults.length = 0;
    },
    async close() {
      note();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (wrong.length) throw new Error(`Never to be sent:\n${wrong.join('\n')}`);
    },
  };
}
