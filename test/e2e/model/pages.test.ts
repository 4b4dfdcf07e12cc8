import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Servers } from '../../model/service.ts';
import type { Switches } from '../../model/switches.ts';
import { full } from '../harness/full.ts';
import { launch } from '../harness/launch.ts';
import { grantHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { openServers, Screen, type Step } from './window.ts';

let web: Web;
let session: Session;
let servers: Servers;

beforeAll(async () => {
  web = await openWeb();
  servers = await openServers();
  session = await launch({ web });
  await grantHost(session, 'http://127.0.0.1/*');
});
afterAll(async () => {
  await session?.close();
  servers?.close();
  await web?.close();
});

type Services = readonly [Partial<Switches>, Partial<Switches>];

async function play(services: Services, steps: readonly Step[]): Promise<string[]> {
  const screen = await Screen.begin(session, servers, services);
  for (const step of steps) await screen.step(step);
  return screen.end();
}

const rows: [name: string, Services, Step[]][] = [
  [
    'a conflict of one sheet is not shown in another, whose Save publishes nothing else',
    [{}, {}],
    [
      { do: 'edit', row: 0 },
      { do: 'choose', what: 'Private' },
      { do: 'colleague', row: 0 },
      { do: 'slow', ms: 1_500 },
      { do: 'save' },
      { do: 'close' },
      { do: 'edit', row: 1 },
      { do: 'choose', what: 'Public' },
      { do: 'wait', ms: 2_000 },
      { do: 'save' },
      { do: 'wait', ms: 2_000 },
    ],
  ],
  [
    'a success of one sheet does not close another',
    [{}, {}],
    [
      { do: 'edit', row: 0 },
      { do: 'choose', what: 'Public' },
      { do: 'slow', ms: 1_000 },
      { do: 'save' },
      { do: 'close' },
      { do: 'edit', row: 1 },
      { do: 'choose', what: 'Public' },
      { do: 'wait', ms: 3_000 },
    ],
  ],
  [
    'a sheet of A saves nothing at B',
    [{}, { others: 3 }],
    [
      { do: 'edit', row: 0 },
      { do: 'choose', what: 'Public' },
      { do: 'connect', service: 1 },
      { do: 'save' },
      { do: 'wait', ms: 500 },
    ],
  ],
  [
    'the popup calls nothing absent that a service without search holds beyond what it shows',
    [{ search: 'ignored', facts: 'none', pages: false, order: 'domain', others: 260 }, {}],
    [{ do: 'popup', row: 2, track: true }],
  ],
];

test.each(rows)('%s', async (_name, services, steps) => {
  expect(await play(services, steps)).toEqual([]);
});

const row = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit'), row }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('choose'), what: fc.constantFrom('Public', 'Private', 'E-mail reports') }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete'), row }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('popup'), row, track: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('colleague'), row }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('connect'), service: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('slow'), ms: fc.constantFrom(0, 800) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(50, 1_000) }) },
) as fc.Arbitrary<Step>;

const sequences = fc.sample(fc.array(step, { minLength: 6, maxLength: 14 }), { numRuns: 15, seed: 3 });

full.test.each(sequences.map((steps, at) => [at + 1, steps] as const))('sequence %i', async (_at, steps) => {
  const services: Services = [{ reads: [] }, { others: 5 }];
  expect(await play(services, steps), JSON.stringify(steps)).toEqual([]);
});
