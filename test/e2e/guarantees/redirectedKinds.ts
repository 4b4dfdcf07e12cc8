import type { Page } from 'puppeteer-core';
import { startForeignOrigin } from '../../sandbox/foreignOrigin.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { html, type Said } from '../../sandbox/kinds/standIn.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import type { LoggedRequest } from '../../sandbox/types.ts';
import { ask, askAll, type Heard } from './browsers.ts';

export const kinds = ['umami', 'matomo'] as const;
type KindName = (typeof kinds)[number];

/** What is asked of a kind: about a website of its own for each target, and which request of it is led elsewhere. */
interface Question {
  operation: string;
  input: (id: string, row: string) => object;
  umami: (
    heard: { method: string; path: string; body: string; query: URLSearchParams },
    id: string,
    row: string,
  ) => boolean;
  matomo: (form: URLSearchParams, id: string, row: string) => boolean;
}
const isAt = (id: string, form: URLSearchParams, method: string) =>
  form.get('method') === `SitesManager.${method}` && form.get('idSite') === id;

const questions: Question[] = [
  {
    operation: 'websites.list',
    input: (_id, row) => ({ search: row }),
    umami: ({ query }, _id, row) => query.get('search') === row,
    // It has no search of its own: any of its lists is.
    matomo: (form) => /AdminAccess(?!.*pattern)/.test(form.get('urls[0]') ?? ''),
  },
  {
    operation: 'websites.show',
    input: (id) => ({ id }),
    umami: ({ method, path }, id) => method === 'GET' && path.endsWith(id),
    matomo: (form, id) => form.get('urls[0]') === `method=SitesManager.getSiteFromId&idSite=${id}`,
  },
  {
    operation: 'websites.create',
    input: (_id, row) => ({ domain: `${row}.example.com`, privacy: 1 }),
    umami: ({ method, body }, _id, row) => method === 'POST' && body.includes(`${row}.example.com`),
    matomo: (form, _id, row) => form.get('siteName') === `${row}.example.com`,
  },
  {
    operation: 'websites.update',
    input: (id) => ({ id }),
    umami: ({ method, path }, id) => method === 'POST' && path.endsWith(id),
    matomo: (form, id) => isAt(id, form, 'updateSite'),
  },
  {
    operation: 'websites.delete',
    input: (id, row) => ({ id, domain: `${row}.example.net` }),
    umami: ({ method, path }, id) => method === 'DELETE' && path.endsWith(id),
    matomo: (form, id) => isAt(id, form, 'deleteSite'),
  },
];
export const operations = questions.map(({ operation }) => operation);
const change: Record<KindName, object> = { umami: { privacy: 1 }, matomo: { exclude_ips: ['192.0.2.1'] } };

interface Target {
  status: number;
  target: 'same' | 'other';
  row: string;
}
/** By kind and operation, what the page heard of each target; and what none should have been sent. */
export interface Redirected {
  heard: Record<KindName, Record<string, Heard[]>>;
  landed: string[];
}

/** Connects to stand-ins of the other kinds, and has every operation of theirs led elsewhere, in every way. */
export async function redirectKinds(page: Page, targets: readonly Target[]): Promise<Redirected> {
  const standIns = { umami: await startUmami(), matomo: await startMatomo() };
  const log: LoggedRequest[] = [];
  const foreign = await startForeignOrigin(log, { analytics: standIns.umami.key, seo: standIns.matomo.key });
  const put = {
    umami: (domain: string) => standIns.umami.put(domain),
    matomo: (domain: string) => standIns.matomo.put([`https://${domain}`]),
  };
  const play = async (kind: KindName): Promise<Record<string, Heard[]>> => {
    const { url: analyticsUrl, key: apiKey, fail } = standIns[kind];
    await ask(page, 'connection.save', { connection: kind, analyticsUrl, apiKey, keep: 'always' });
    const rows = questions.flatMap((question) =>
      targets.map(({ status, target, row }) => {
        const id = put[kind](`${row}.example.net`);
        const location = `${target === 'same' ? analyticsUrl : foreign.url}/landed?from=${status}`;
        const said: Said = { ...html(status), headers: { location } };
        fail(said, (heard) =>
          kind === 'umami' ? question.umami(heard, id, row) : question.matomo(new URLSearchParams(heard.body), id, row),
        );
        const input = question.operation === 'websites.update' ? { id, ...change[kind] } : question.input(id, row);
        return { ask: question.operation, input, connection: kind };
      }),
    );
    const heard = await askAll(page, rows);
    return Object.groupBy(heard, (_, index) => rows[index]?.ask ?? '') as Record<string, Heard[]>;
  };
  try {
    const [umami, matomo] = await Promise.all(kinds.map(play));
    const landed = kinds.flatMap((kind) => standIns[kind].log.filter(({ path }) => path === '/landed'));
    return { heard: { umami, matomo } as Redirected['heard'], landed: [...landed, ...log].map(({ path }) => path) };
  } finally {
    // Says so where a cookie came, or a key in an address.
    await Promise.all([standIns.umami.close(), standIns.matomo.close(), foreign.close()]);
  }
}
