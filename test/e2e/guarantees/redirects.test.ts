import { describe, expect, test } from 'vitest';
import { describeRequest, type LoggedRequest, type Sandbox } from '../../sandbox/sandbox.ts';
import { isFull, matrix } from '../../tier.ts';
import { askAll, type BrowserName, browsers, type Heard, playOn, type Stage } from './browsers.ts';

/**
 * Messages to the worker, each with a name that identifies the request of its row. The other operations and kinds use
 * the same line of code, and have their rows over HTTP in Node.
 */
const questions = {
  'websites.list': (row: string) => ({ search: row }),
  'websites.create': (row: string) => ({ domain: `${row}.example.com`, privacy: 2, password: 'made-up-password' }),
};
/** A create takes as long as the look-ups after it. */
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

/** Whether a request belongs to a row. A create is preceded by a look-up, which is answered honestly. */
const isOf =
  (row: string) =>
  ({ query, fields }: LoggedRequest) =>
    fields.domain === `${row}.example.com` || query.search === row;

/** Whether a request is one that a browser would send if it followed a row's redirect. Its address has the origin. */
const isAt =
  ({ status, target, operation }: Row) =>
  ({ service, query }: LoggedRequest) =>
    query.from === `${status} ${operation}` && (service === 'foreign') === (target === 'other');

/** Plays all rows at once. */
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
