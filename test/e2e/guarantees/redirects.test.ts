import { describe, expect, test } from 'vitest';
import { describeRequest, type LoggedRequest, type Sandbox } from '../../sandbox/sandbox.ts';
import { isFull, matrix } from '../../tier.ts';
import { askAll, type BrowserName, browsers, type Heard, playOn, type Stage } from './browsers.ts';

/**
 * What is asked of the worker, by a name of its own, so that a request tells which row it is of. Every other operation, and
 * those of the other kinds, are asked by the same line of code: each has its rows over HTTP in Node.
 */
const questions = {
  'websites.list': (row: string) => ({ search: row }),
  'websites.create': (row: string) => ({ domain: `${row}.example.com`, privacy: 2, password: 'made-up-password' }),
};
/** A create takes as long as its look-ups afterwards. */
const operations: readonly (keyof typeof questions)[] = isFull
  ? ['websites.list', 'websites.create']
  : ['websites.list'];

const ways = { status: [301, 302, 303, 307, 308], target: ['same', 'other'] as const };
const rows = matrix({ browser: browsers, ...ways, operation: operations }).map((one) => ({
  ...one,
  fault: `${one.status}-${one.target}`,
  row: `row-${one.status}-${one.target}`,
}));
type Row = (typeof rows)[number];
const rowsOf = (browser: BrowserName) => rows.filter((row) => row.browser === browser);

/** Whether a request is the one of a row: a create is preceded by a look-up, which is answered honestly. */
const isOf =
  (row: string) =>
  ({ query, fields }: LoggedRequest) =>
    fields.domain === `${row}.example.com` || query.search === row;

/** Whether a request is what a browser that followed a row's redirect would have sent: the target tells where it came from. */
const isAt =
  ({ status, target, operation }: Row) =>
  ({ service, query }: LoggedRequest) =>
    query.from === `${status} ${operation}` && (service === 'foreign') === (target === 'other');

/** Every row at once. */
async function play({ browser, sandbox, page }: Stage): Promise<{ sandbox: Sandbox; heard: Heard[] }> {
  const rows = rowsOf(browser);
  sandbox.behave({ fault: rows.map(({ fault, operation, row }) => ({ is: fault, operation, when: isOf(row) })) });
  const asked = rows.map(({ operation, row }) => ({ ask: operation, input: questions[operation](row) }));
  return { sandbox, heard: await askAll(page, asked) };
}

const played = playOn(browsers, play, { service: { key: 'made-up-analytics-key', seoKey: 'made-up-seo-key' } });

describe.each(browsers)('%s: a redirect is never followed, and never a success', (browser) => {
  test.each(rowsOf(browser))('$operation, $status to the $target origin', async (row) => {
    const { heard, sandbox } = await played(browser);
    expect(sandbox.log.filter(isAt(row)).map(describeRequest)).toEqual([]);
    expect(heard[rowsOf(browser).indexOf(row)]).toMatchObject({ ok: false, problem: { kind: 'redirect' } });
    const sent = sandbox.log.filter((one) => one.operation === row.operation && isOf(row.row)(one));
    expect(sent.map((one) => [one.fault, one.keyOk, one.cookie])).toEqual([[row.fault, true, false]]);
  });

  test('no target saw any request, nor a key or a cookie anywhere but at its service', async () => {
    const { log } = (await played(browser)).sandbox;
    expect(log.filter(({ service, path }) => service === 'foreign' || path === '/landed')).toEqual([]);
    expect(log.filter(({ key, keyOk, cookie }) => (key !== 'none' && !keyOk) || cookie)).toEqual([]);
    expect(log.some(({ operation, status }) => operation === 'websites.create' && status === 201)).toBe(false);
  });
});
