import { describe, expect, test } from 'vitest';
import { describeRequest, type LoggedRequest, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { OperationName } from '../../sandbox/types.ts';
import { matrix, product } from '../../tier.ts';
import { openWeb } from '../harness/web.ts';
import { askAll, type BrowserName, browsers, connectTo, type Heard, playIn, start } from './browsers.ts';
import { kinds, operations, type Redirected, redirectKinds } from './redirectedKinds.ts';

const ways = { status: [301, 302, 303, 307, 308], target: ['same', 'other'] as const };
const rowOf = ({ status, target }: { status: number; target: string }) => `row-${status}-${target}`;
const targets = product(ways).map((way) => ({ ...way, row: rowOf(way) }));
/** A delete is preceded by a look at the record, which has to be there: the sandbox counts from 1. */
const idOf = (row: string) => String(1 + targets.findIndex((one) => one.row === row));

/** What is asked of the worker, by an operation and a name of its own, so that a request tells which row it is of. */
const questions: Record<OperationName, (row: string) => object> = {
  'websites.list': (row) => ({ search: row }),
  'websites.show': (row) => ({ id: row }),
  'websites.create': (row) => ({ domain: `${row}.example.com`, privacy: 2, password: 'made-up-password' }),
  'websites.update': (row) => ({ id: row, privacy: 2, password: 'made-up-password' }),
  'websites.delete': (row) => ({ id: idOf(row), domain: `${row}.example.net` }),
  'projects.list': (row) => ({ search: row }),
  'projects.delete': (row) => ({ project: row }),
};

const rows = matrix({ ...ways, operation: Object.keys(questions) as OperationName[] }).map((one) => ({
  ...one,
  fault: `${one.status}-${one.target}`,
  row: rowOf(one),
}));

/** Whether a request is the one of a row: a create is preceded by a look-up, which is answered honestly. */
const isOf =
  (row: string) =>
  ({ operation, path, query, fields }: LoggedRequest) =>
    fields.domain === `${row}.example.com` ||
    query.search === row ||
    path.endsWith(`/${operation === 'websites.delete' ? idOf(row) : row}`);

/** Whether a request is what a browser that followed a row's redirect would have sent: the target tells where it came from. */
const isAt =
  ({ status, target, operation }: Pick<(typeof rows)[number], 'status' | 'target' | 'operation'>) =>
  ({ service, query }: LoggedRequest) =>
    query.from === `${status} ${operation}` && (service === 'foreign') === (target === 'other');

interface Played {
  sandbox: Sandbox;
  heard: Heard[];
  ofKinds: Redirected;
}

/** Every row at once: creates take as long as their look-ups afterwards. */
async function play(browser: BrowserName): Promise<Played> {
  const web = await openWeb();
  const sandbox = await startSandbox({ key: 'made-up-analytics-key', seoKey: 'made-up-seo-key' });
  const subject = await start(browser, { web });
  try {
    const page = await subject.open('options.html');
    await connectTo(subject, page, sandbox);
    sandbox.addWebsites(targets.map(({ row }) => ({ domain: `${row}.example.net` })));
    sandbox.behave({ fault: rows.map(({ fault, operation, row }) => ({ is: fault, operation, when: isOf(row) })) });
    const asked = rows.map(({ operation, row }) => ({ ask: operation, input: questions[operation](row) }));
    const [heard, ofKinds] = await Promise.all([askAll(page, asked), redirectKinds(page, targets)]);
    return { sandbox, heard, ofKinds };
  } finally {
    await subject.close();
    await sandbox.close();
    await web.close();
  }
}

const played = playIn(browsers, play);

describe.each(browsers)('%s: a redirect is never followed, and never a success', (browser) => {
  test.each(rows)('$operation, $status to the $target origin', async ({ status, target, fault, operation, row }) => {
    const { heard, sandbox } = await played(browser);
    expect(sandbox.log.filter(isAt({ status, target, operation })).map(describeRequest)).toEqual([]);
    expect(heard[rows.findIndex((one) => one.row === row && one.operation === operation)]).toMatchObject({
      ok: false,
      problem: { kind: 'redirect' },
    });
    const sent = sandbox.log.filter((one) => one.operation === operation && isOf(row)(one));
    expect(sent.map((one) => [one.fault, one.keyOk, one.cookie])).toEqual([[fault, true, false]]);
  });

  test.each(kinds.flatMap((kind) => operations.map((operation) => ({ kind, operation }))))(
    '$kind: $operation, in any way to any origin',
    async ({ kind, operation }) => {
      const { heard } = (await played(browser)).ofKinds;
      expect(heard[kind][operation]).toEqual(
        targets.map(() =>
          expect.objectContaining({ ok: false, problem: expect.objectContaining({ kind: 'redirect' }) }),
        ),
      );
    },
  );

  test('no target of another kind saw any request', async () => {
    expect((await played(browser)).ofKinds.landed).toEqual([]);
  });

  test('no target saw any request, nor a key or a cookie anywhere but at its service', async () => {
    const { log } = (await played(browser)).sandbox;
    expect(log.filter(({ service, path }) => service === 'foreign' || path === '/landed')).toEqual([]);
    expect(log.filter(({ key, keyOk, cookie }) => (key !== 'none' && !keyOk) || cookie)).toEqual([]);
    expect(log.some(({ operation, status }) => operation === 'websites.create' && status === 201)).toBe(false);
  });
});
