import { createServer } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { listen } from '../../sandbox/listen.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { keepSecret } from '../harness/secrets.ts';
import { ask, askAll, engines, type Heard, playOn, type Stage } from './browsers.ts';

const hostileKey = 'made-up-hostile-key';

interface Hostile {
  url: string;
  /** The key and the custom header of each request, and the request itself. */
  heard: { key: string; gate: unknown; asked: string }[];
  close(): Promise<void>;
}

/** Starts a service that points to another one in every possible way: by redirects, by paging links, and by its ids. */
async function openHostile(other: () => string): Promise<Hostile> {
  const heard: Hostile['heard'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const key = (headers.authorization ?? '').replace('Bearer ', '');
    heard.push({ key, gate: headers['x-gate'], asked: `${method} ${url.split('?')[0]}` });
    const list = `${other()}/api/v1/websites`;
    if (method !== 'GET' || /websites\/\d/.test(url)) {
      response.writeHead(method === 'GET' ? 302 : 307, { location: `${other()}${url}` }).end();
      return;
    }
    const next = `${list}?page=2`;
    response.writeHead(200, { 'content-type': 'application/json', link: `<${next}>; rel="next"` });
    const data = [1, 2, 3].map((id) => ({ id, domain: `client-${id}.example.com`, privacy: 1, url: list }));
    response.end(JSON.stringify({ data, links: { next }, meta: { next_page_url: next, total: 500 } }));
  });
  return { ...(await listen(server)), heard };
}

const questions: { ask: string; input: object }[] = [
  { ask: 'websites.list', input: { per_page: 100 } },
  { ask: 'websites.find', input: { host: 'client-1.example.com' } },
  { ask: 'websites.show', input: { id: '1' } },
  { ask: 'websites.update', input: { id: '1', privacy: 0 } },
  { ask: 'websites.delete', input: { id: '2', domain: 'client-2.example.com' } },
  { ask: 'websites.create', input: { domain: 'new.example.com', privacy: 1, despiteUnknown: true } },
  { ask: 'site.check', input: { host: 'client-3.example.com' } },
];

const ids = ['first', 'second', 'hostile'] as const;
/** The value of the custom header that belongs to one service. */
const gateOf = (id: (typeof ids)[number]) => `made-up-gate-of-the-${id}`;

const domainsOf = (sandbox: Sandbox) => sandbox.websites().map(({ domain, privacy }) => `${domain} ${privacy}`);

async function play({ subject, sandbox: first, page }: Stage) {
  const second = await startSandbox({ key: 'made-up-second-key' });
  const hostile = await openHostile(() => first.url);
  try {
    keepSecret(hostileKey);
    await subject.grant();
    const services = { first, second, hostile: { url: hostile.url, key: hostileKey } };
    for (const id of ids) {
      const { url: analyticsUrl, key: apiKey } = services[id];
      keepSecret(gateOf(id));
      await ask(page, 'connection.save', {
        connection: id,
        services: { analytics: { url: analyticsUrl, key: apiKey } },
        headers: [{ name: 'X-Gate', value: gateOf(id) }],
        keep: 'always',
      });
    }
    hostile.heard.length = 0;
    for (const sandbox of [first, second]) {
      for (const n of [1, 2, 3]) sandbox.addWebsite({ domain: `client-${n}.example.com`, privacy: 1 });
      sandbox.clearLog();
    }
    const answers = {} as Record<(typeof ids)[number], Heard[]>;
    // The hostile service comes first, so that its answers are known when the others are asked.
    for (const connection of ['hostile', 'first', 'second'] as const) {
      await ask(page, 'records.refresh', { connection });
      answers[connection] = await askAll(
        page,
        questions.map((question) => ({ ...question, connection })),
      );
    }
    await vi.waitUntil(() => second.log.filter(({ operation }) => operation === 'websites.list').length > 1);
    return {
      logs: { first: [...first.log], second: [...second.log] },
      domains: { first: domainsOf(first), second: domainsOf(second) },
      hostile: hostile.heard,
      answers,
    };
  } finally {
    await Promise.all([second.close(), hostile.close()]);
  }
}

const played = playOn(engines, play, { service: { key: 'made-up-first-key' }, isConnected: false });
const after = ['client-1.example.com 0', 'client-3.example.com 1', 'new.example.com 1'];

describe.each(engines)('%s: beside a service that leads to another one', (browser) => {
  test.each(['first', 'second'] as const)(
    'the %s hears its own key and header, and what was meant for it',
    async (id) => {
      const { logs, domains, answers } = await played(browser);
      expect(logs[id].filter(({ keyOk, gate, cookie }) => !keyOk || gate !== gateOf(id) || cookie)).toEqual([]);
      // One create, one change and one delete each, and nothing that was meant for the hostile service.
      const written = logs[id].filter(({ method }) => method !== 'GET').map(({ operation }) => operation);
      expect(written.toSorted()).toEqual(['websites.create', 'websites.delete', 'websites.update']);
      expect(domains[id]).toEqual(after);
      expect(answers[id].map((answer) => answer?.ok)).toEqual(questions.map(() => true));
    },
  );

  test('the hostile one hears no other key or header, and no write to it succeeds', async () => {
    const { hostile, answers } = await played(browser);
    expect(new Set(hostile.map(({ key, gate }) => `${key} ${gate}`))).toEqual(
      new Set([`${hostileKey} ${gateOf('hostile')}`]),
    );
    expect(hostile.filter(({ asked }) => asked.startsWith('POST'))).not.toEqual([]);
    const failed = questions.filter((_, index) => !answers.hostile[index]?.ok).map(({ ask: name }) => name);
    expect(failed).toEqual(
      expect.arrayContaining(['websites.show', 'websites.update', 'websites.delete', 'websites.create']),
    );
  });
});
