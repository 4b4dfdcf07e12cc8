import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { browsers } from '../guarantees/browsers.ts';
import { keepSecret } from '../harness/secrets.ts';
import { live, type Server } from './life.ts';

type Started = Server & { close(): Promise<void> };

/** A real server instead of the stand-ins: `npm run test:matomo`, `npm run test:umami -- --url … --key …`. */
const { WAYMARK_KIND: kind, WAYMARK_URL: url, WAYMARK_KEY: key, WAYMARK_MANY: many = '6' } = process.env;

/** Resolves to the number of visits that a Matomo has counted in the last half hour. */
async function visitsAtMatomo(idSite: string): Promise<number> {
  const asked = { module: 'API', format: 'JSON', method: 'Live.getCounters', lastMinutes: '30' };
  const body = new URLSearchParams({ ...asked, idSite, token_auth: key ?? '' });
  const [counted] = (await (await fetch(`${url}/index.php`, { method: 'POST', body })).json()) as { visits: number }[];
  return Number(counted?.visits);
}

const servers: (() => Promise<Started>)[] =
  kind && url && key
    ? [
        async () => ({
          kind: kind as Server['kind'],
          url,
          key,
          many: Number(many),
          ...(kind === 'matomo' && { visitsOf: visitsAtMatomo }),
          close: async () => {},
        }),
      ]
    : [
        async () => ({ kind: 'analyticsV1', ...(await startSandbox()) }),
        async () => ({ kind: 'umami', ...(await startUmami()) }),
        async () => ({ kind: 'matomo', ...(await startMatomo()) }),
      ];

let started: Started[] = [];
beforeAll(async () => {
  started = await Promise.all(servers.map((one) => one()));
  for (const one of started) keepSecret(one.key);
});
afterAll(() => Promise.all(started.map((one) => one.close())));

/** Firefox has a test of its own elsewhere, and runs these only in the full tier or with a named server. */
const lives = servers
  .flatMap((_, index) => browsers.map((browser) => ({ browser, index })))
  .filter(({ browser }) => isFull || url || browser === 'Chromium');

test.each(lives)(
  'the life of some websites, server $index, in $browser',
  async ({ browser, index }) => {
    const times = await live(browser, started[index] as Started);
    if (url) process.stdout.write(`${browser} ${JSON.stringify(times)}\n`);
    expect(Object.keys(times)).toContain('remove');
  },
  // In careful mode, each takes about a second.
  180_000 + Number(many) * 2000,
);
