import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isDead } from './life.ts';

type Row = { id: string; domain: string; privacy: number };

/** What a service does with a list's query, and what it says of its pages. */
interface Ways {
  /** Heeds `search`. */
  searches: boolean;
  /** A search minds the letters' case. */
  mindsCase?: true;
  /** Gives no more rows than this, whatever is asked for. */
  most: number;
  /** `links`: says where the next page is. `bare`: nothing but rows, and no way on. */
  paging: 'links' | 'bare';
}

/** A service in place of the network: its websites, its ways, and every request that reached it. */
export class Service {
  rows: Row[] = [];
  log: string[] = [];
  ways: Ways = { searches: true, most: 100, paging: 'links' };
  /** Answers the next requests in place of the service. */
  instead: (() => Response | Promise<Response>)[] = [];
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  has(...domains: string[]): this {
    for (const domain of domains) this.rows.push({ id: String(this.rows.length + 1), domain, privacy: 1 });
    return this;
  }

  /** Holds back its next answer until it is given one to give. */
  holds(): (answer: Response) => void {
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.instead.push(() => promise);
    return resolve;
  }

  /** The list as it is now. */
  list(query = new URLSearchParams()): Response {
    const { searches, most, paging, mindsCase } = this.ways;
    const search = searches ? (query.get('search') ?? '') : '';
    const size = Math.min(most, Number(query.get('per_page') ?? 10));
    const page = paging === 'bare' ? 1 : Number(query.get('page') ?? 1);
    const inCase = (text: string) => (mindsCase ? text : text.toLowerCase());
    const found = this.rows.filter(({ domain }) => inCase(domain).includes(inCase(search)));
    const data = found.slice((page - 1) * size, page * size);
    const last = Math.ceil(found.length / size);
    query.set('page', String(page + 1));
    const links = { next: page < last ? `${this.origin}/api/v1/websites?${query}` : null };
    return Response.json(paging === 'links' ? { data, links } : { data });
  }

  async answer(method: string, { pathname, searchParams }: URL, body: URLSearchParams): Promise<Response> {
    this.log.push(method);
    const instead = this.instead.shift();
    if (instead) return instead();
    if (method === 'GET' && pathname.endsWith('/websites')) return this.list(searchParams);
    const id = pathname.split('/').at(-1);
    if (method === 'POST') this.has(body.get('domain') ?? '');
    const row = method === 'POST' ? this.rows.at(-1) : this.rows.find((one) => one.id === id);
    if (!row) return Response.json({}, { status: 404 });
    if (method === 'DELETE') this.rows = this.rows.filter((one) => one !== row);
    if (method !== 'DELETE' && body.has('privacy')) row.privacy = Number(body.get('privacy'));
    return Response.json(method === 'DELETE' ? { deleted: true } : { data: row });
  }
}

const key = 'made-up-key-0001';
const store = (name: string, value: unknown) => fakeBrowser.storage.local.set({ [name]: { version: 1, value } });

/** Connects the extension to a service, as the settings page does. */
export async function connectTo({ origin }: Service): Promise<void> {
  await store('keys', { 'main:analytics': { origin, key } });
  await store('connections', { active: 'main', list: [{ id: 'main', analyticsUrl: origin }] });
}

/** How a service of the first kind turns a request without a key away; undefined if it has one. */
export function turnedAway(address: string, { headers }: { headers?: HeadersInit }): Response | undefined {
  if (new Headers(headers).has('authorization')) return undefined;
  const isList = new URL(address).pathname.includes('/api/v1/');
  return Response.json({ message: 'Unauthenticated.' }, { status: isList ? 401 : 404 });
}

/** From now on time passes only in `soon`. */
export const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

/** Lets seconds pass at once, with turns for the database between them, until this is answered. */
export async function soon<T>(answer: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void answer.then(end, end);
  for (; !isOver; await vi.advanceTimersByTimeAsync(1000))
    for (let turn = 0; turn < 25; turn++) await new Promise(setImmediate);
  return answer;
}

/** The network: these services, and nothing else. */
export function serve(...services: Service[]): void {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers = {} }: RequestInit) => {
    if (isDead()) throw new TypeError('Failed to fetch');
    const url = new URL(address);
    const service = services.find(({ origin }) => origin === url.origin);
    if (!service) throw new TypeError('Failed to fetch');
    return turnedAway(address, { headers }) ?? service.answer(method, url, new URLSearchParams(String(body ?? '')));
  });
}
