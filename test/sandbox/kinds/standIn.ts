import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Delay, passed } from '../delay.ts';
import type { Fault } from '../fault.ts';
import { listen } from '../listen.ts';
import type { OperationName, Reply } from '../types.ts';
import { send } from '../wire.ts';

/** A request as it arrived. */
export interface Heard {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** Whether the address contains the key, where logs would store it. */
  keyInUrl: boolean;
  cookie: boolean;
}

export interface Said {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  withoutCookie?: true;
}

/** Delays before a request is carried out, and between that and the answer. */
interface Slow {
  delay?: Delay;
  delayAnswer?: Delay;
}

/** What happens to the next request: its answer is lost after it was carried out, is replaced, or is delayed. */
export type NextFault = 'lose' | number | Said | Slow;

const isSlow = (fault: Exclude<NextFault, number> | undefined): fault is Slow =>
  typeof fault === 'object' && !('status' in fault);

/** A stand-in for a product: answers from memory, on loopback, as the real product did. */
export interface StandIn<Row> {
  url: string;
  key: string;
  /** The records, oldest first. Tests may add and remove some. */
  rows: Row[];
  /** Every request so far, oldest first. */
  log: Heard[];
  /** Plays a fault for the next request for which `on` returns true. */
  fail(fault: NextFault, on?: (heard: Heard) => boolean): void;
  /** From now on, spoils every answer as an answer to `operation`. Redirects lead to the other origin or `/landed`. */
  spoil(fault: Fault, operation: OperationName, foreignOrigin: string): void;
  reset(): void;
  /** Closes the server. Rejects if any request had a cookie, or the key in its address. */
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
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: await text(request),
    keyInUrl: (request.url ?? '').includes(key),
    cookie: request.headers.cookie !== undefined,
  };
}

// Simulates a person who is logged in. No request of the extension may ever send this cookie back.
const cookie = { 'set-cookie': 'session=theirs; Path=/' };

const isBare = (said: Said | Reply) => 'withoutCookie' in said;

/** Returns the answer to a request as `spoil` has determined. */
type Spoiling = (heard: Heard, honest: () => Said) => Said | Reply;

/**
 * Serves one product. `answer`: answers requests; where it returns undefined, the answer is 404 in HTML. `ofPage`:
 * answers requests of visited pages, which are not logged.
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
  const { url, close } = await listen(server, port);
  const wrong: string[] = [];
  const note = () => {
    for (const { method, path, cookie, keyInUrl } of log)
      if (cookie || keyInUrl) wrong.push(`${method} ${path}: ${cookie ? 'a cookie' : 'the key in the address'}`);
  };
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
      await close();
      if (wrong.length) throw new Error(`Never to be sent:\n${wrong.join('\n')}`);
    },
  };
}
