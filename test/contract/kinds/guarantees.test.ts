import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWithin } from '../../../lib/services/call.ts';
import type { ApiError } from '../../../lib/services/index.ts';
import { type Fault, faults, isQuiet, verbOf } from '../../sandbox/faults.ts';
import { startForeignOrigin } from '../../sandbox/foreignOrigin.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import type { LoggedRequest, OperationName } from '../../sandbox/types.ts';
import { impatient, limits } from '../../unit/services/helpers.ts';
import { connectionTo } from '../services.ts';

/** Calls with a short time limit, which is enough to test silence. */
const brief = callWithin({ ...limits, time: 100 });

const host = 'one.example';

/** Returns the operation of the interface whose answers fail in the same way. */
function stoodFor(name: 'websites.find' | 'websites.hits' | OperationName): OperationName {
  if (name === 'websites.find') return 'websites.list';
  return name === 'websites.hits' ? 'websites.show' : name;
}

/** Each kind except the first: its stand-in, a function that adds a record, and the requests. */
const kinds = {
  async umami() {
    const standIn = await startUmami();
    return { ...standIn, rows: () => standIn.rows.length, one: () => standIn.put(host), change: { privacy: 1 } };
  },
  async matomo() {
    const standIn = await startMatomo();
    const change = { exclude_ips: ['192.0.2.1'] };
    return { ...standIn, rows: () => standIn.rows.length, one: () => standIn.put([`https://${host}`]), change };
  },
};

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (kind) => {
  let server: Awaited<ReturnType<(typeof kinds)[typeof kind]>>;
  let foreign: Awaited<ReturnType<typeof startForeignOrigin>>;
  const heardElsewhere: LoggedRequest[] = [];
  beforeAll(async () => {
    server = await kinds[kind]();
    foreign = await startForeignOrigin(heardElsewhere, { analytics: server.key, seo: server.key });
  });
  afterAll(() => Promise.all([server.close(), foreign.close()]));

  const inputs = (id: string, change: object) =>
    ({
      'websites.list': {},
      'websites.find': { host },
      'websites.show': { id },
      'websites.create': { domain: 'new.example' },
      'websites.update': { id, ...change },
      'websites.delete': { id },
      'websites.hits': { ids: [id], last: true, week: true },
    }) as const;
  const names = Object.keys(inputs('', {})) as (keyof ReturnType<typeof inputs>)[];

  /** Returns the allowed outcomes of a fault. A failure is also allowed where the first kind may succeed. */
  const expected = (fault: Fault, name: (typeof names)[number]): string[] => {
    // Umami answers 200 and `null` for a website that does not exist.
    if (kind === 'umami' && name === 'websites.show' && fault.name === 'json-null') return ['missing'];
    const operation = stoodFor(name);
    const kinds = [fault.expected[verbOf(operation)]].flat();
    if (kinds.includes('missing')) return ['server', 'shape', ...(operation === 'websites.list' ? kinds : [])];
    return kinds.some((one) => one === 'ok' || one === 'shape') ? [...kinds, 'ok', 'shape', 'server'] : kinds;
  };

  async function playOut(fault: Fault, name: (typeof names)[number]): Promise<void> {
    server.reset();
    const id = server.one();
    server.hits.add(id);
    server.spoil(fault, stoodFor(name), foreign.url);
    const input = inputs(id, server.change)[name];
    const connection = connectionTo(kind, server);
    const said = await (isQuiet(fault) ? brief : impatient)(name, input as never, connection).then(
      (value: unknown) => ({ kind: 'ok', value }),
      (error: ApiError) => error.problem,
    );
    expect([name, ...expected(fault, name)]).toContain(said.kind);
    expect(JSON.stringify(said)).not.toContain(server.key);
    // If a record exists, an unreadable answer must not be taken for its absence.
    if (!fault.name.startsWith('text-')) expect(said).not.toMatchObject({ value: { items: [], complete: true } });
    // Nor may it mean that no visit was ever counted.
    expect(said).not.toMatchObject({ value: [{ last: null }] });
    expect(heardElsewhere).toEqual([]);
    expect(server.log.filter(({ path }) => path === '/landed')).toEqual([]);
    expect(server.rows()).toBeLessThanOrEqual(name === 'websites.create' ? 2 : 1);
  }

  test.each(faults.map((fault) => [fault.name, fault.says, fault] as const))('%s: %s', async (_name, _says, fault) => {
    const few = ['websites.list', 'websites.create'] as const;
    for (const name of isQuiet(fault) ? few : names) await playOut(fault, name);
  });
});
