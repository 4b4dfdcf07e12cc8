import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { browsers } from '../guarantees/browsers.ts';
import { keepSecret } from '../harness/secrets.ts';
import { live, type Server } from './life.ts';

type Started = Server & { close(): Promise<void> };

/** A real server in the stand-ins' place: `npm run test:umami -- --url … --key …`. */
const { WAYMARK_KIND: kind, WAYMARK_URL: url, WAYMARK_KEY: key } = process.env;
const servers: (() => Promise<Started>)[] =
  kind && url && key
    ? [async () => ({ kind: kind as Server['kind'], url, key, close: async () => {} })]
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

test.each(servers.flatMap((_, index) => browsers.map((browser) => ({ browser, index }))))(
  'the life of some websites, server $index, in $browser',
  async ({ browser, index }) => {
    const times = await live(browser, started[index] as Started);
    if (url) process.stdout.write(`${browser} ${JSON.stringify(times)}\n`);
    expect(Object.keys(times)).toContain('remove');
  },
  180_000,
);
