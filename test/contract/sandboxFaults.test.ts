import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, faults } from '../sandbox/faults.ts';
import { ask } from '../sandbox/probe.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import type { OperationName } from '../sandbox/types.ts';

const websites = '/api/v1/websites';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ key: 'made-up-key-for-tests-0045' });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface Seen {
  status: number;
  type: string;
  headers: Headers;
  text: string;
  failure?: string;
}

const nothing = { status: 0, type: '', headers: new Headers(), text: '' };

const silence = 300;

// Only where silence is what is tested is an answer given up, so that a slow machine changes nothing: of the headers
// where none ever come, of the body where it never ends.
const look = async (method: string, path: string, fields?: Record<string, string>, quiet?: string): Promise<Seen> => {
  const giveUp = new AbortController();
  const wait = () => setTimeout(() => giveUp.abort(), silence);
  let seen: Seen = nothing;
  try {
    if (quiet === 'headers') wait();
    const answer = await ask(sandbox, method, path, { signal: giveUp.signal, ...(fields && { fields }) });
    if (quiet === 'body') wait();
    const type = answer.headers.get('content-type') ?? '';
    seen = { ...nothing, status: answer.status, type, headers: answer.headers };
    return { ...seen, text: await answer.text() };
  } catch (error) {
    return { ...seen, failure: (error as Error).name };
  }
};

const quietOf = (name = '') => (/^hang/.test(name) ? 'headers' : /^(stall|drip)$/.test(name) ? 'body' : undefined);
const list = (name?: string) => look('GET', `${websites}?per_page=25`, undefined, quietOf(name));
const create = (name?: string) => look('POST', websites, { domain: 'new.example' }, quietOf(name));
const parses = (text: string) => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const holds =
  (...parts: string[]) =>
  (seen: Seen) =>
    parts.every((part) => seen.text.includes(part));
const fails = (name: string, status?: number) => (seen: Seen) =>
  seen.failure === name && (status === undefined || seen.status === status);
const isHtml = (seen: Seen) => /^<(!doctype|html|title)/i.test(seen.text.trim());
const unparsable = (seen: Seen) => seen.text.length > 0 && parses(seen.text) === undefined;
const wait = (pattern: RegExp) => (seen: Seen) => pattern.test(seen.headers.get('retry-after') ?? 'none');
const items = (count: number) => (seen: Seen) => (parses(seen.text)?.data as unknown[] | undefined)?.length === count;
const typed = (type: string) => (seen: Seen) => seen.type === type && parses(seen.text) !== undefined;

/** What a fault of this name shows in the answer to a list, beyond the status its name begins with. */
const shows: [name: RegExp, seen: (seen: Seen) => boolean][] = [
  [/^\d+-(same|itself)$/, (seen) => new URL(seen.headers.get('location') ?? '', sandbox.url).origin === sandbox.url],
  [/^\d+-other$/, (seen) => seen.headers.get('location')?.startsWith(`${sandbox.foreignUrl}${websites}`) ?? false],
  [/^302-login$/, (seen) => seen.headers.get('location') === `${sandbox.url}/login`],
  [/^302-https$/, (seen) => seen.headers.get('location')?.startsWith('https:') ?? false],
  [/^302-no-location$/, (seen) => !seen.headers.has('location')],
  [/^302-script$/, (seen) => seen.headers.get('location') === 'javascript:alert(1)'],
  [/^\d+(-as-json|-no-type)?-(html|login|portal|challenge|app-shell)/, isHtml],
  [/^(429|503)-seconds$/, wait(/^2$/)],
  [/^(429|503)-date$/, (seen) => Date.parse(seen.headers.get('retry-after') ?? '') > Date.now()],
  [/^429-past$/, (seen) => Date.parse(seen.headers.get('retry-after') ?? '') < Date.now()],
  [/^429-zero$/, wait(/^0$/)],
  [/^429-negative$/, wait(/^-5$/)],
  [/^(429|503)-huge$/, wait(/^1000000000$/)],
  [/^429-far-date$/, wait(/9999/)],
  [/^429-text$/, wait(/^soon$/)],
  [/^429-fraction$/, wait(/^1\.5$/)],
  [/^429-twice$/, wait(/^2, 2$/)],
  [/^429-reset$/, (seen) => Number(seen.headers.get('x-ratelimit-reset')) * 1000 > Date.now()],
  [/^429-none$/, wait(/^none$/)],
  [/^429-plain-text$/, holds('Too Many Attempts.')],
  [
    /^422-(errors|foreign|plan-limit|hostile-text)$/,
    (seen) => Array.isArray((parses(seen.text)?.errors as { domain?: unknown } | undefined)?.domain),
  ],
  [/^422-message$/, holds('"message":{"domain":[')],
  [/^422-text-only$/, (seen) => Object.keys(parses(seen.text) ?? {}).join() === 'message'],
  [/^422-text-fields$/, holds('"errors":{"domain":"')],
  [/^422-error-list$/, holds('"errors":[{')],
  [/^422-bare$/, (seen) => Array.isArray(parses(seen.text))],
  [/^(401-key-echoed)$/, holds('Bearer made-up')],
  [/^\d+(-after)?$/, (seen) => seen.status === 204 || holds('"message":')(seen)],
  [/^(200|202)-empty/, (seen) => seen.text === ''],
  [/^202-queued$/, holds('Queued')],
  [/^200-space$/, (seen) => seen.text !== '' && seen.text.trim() === ''],
  [/^200-ok-text$/, (seen) => seen.text === 'OK'],
  [/^json-(null|true|number|text|object)$/, (seen) => /^(null|true|42|"done"|\{\})$/.test(seen.text)],
  [/^json-(data-null|message|strings)$/, (seen) => /^\{"(data|message)":(null|"Done\."|\["example)/.test(seen.text)],
  [/^type-text$/, typed('text/plain')],
  [/^type-html$/, typed('text/html; charset=utf-8')],
  [/^type-problem$/, typed('application/vnd.api+json')],
  [/^type-none$/, typed('')],
  [/^(bom|blank-lines|gzip)$/, (seen) => Array.isArray(parses(seen.text)?.data)],
  [/^(prefix|jsonp|php-warning|php-notice-after|two-documents|half-json|utf-16|bad-utf-8)$/, unparsable],
  [/^deep-200000$/, (seen) => seen.text.length > 400_000],
  [/^2-mb$/, (seen) => seen.text.length > 2_000_000],
  [/^no-deleted-false$/, (seen) => seen.status === 500],
  [/^no-/, (seen) => seen.status === 200 && parses(seen.text) !== undefined],
  [/^too-many$/, items(75)],
  [/^full-no-links$/, items(25)],
  [/^empty-with-next$/, (seen) => items(0)(seen) && holds('page=2')(seen)],
  [/^empty-list$/, items(0)],
  [/^twins$/, items(2)],
  [/^list-for-all$/, items(2)],
  [/^other-record$/, holds('other.example')],
  [/^proto-keys$/, holds('"__proto__":{', '"constructor":{')],
  [/^duplicate-keys$/, holds('"domain":"first.example","domain":"a.example"')],
  [/^junk-among-records$/, holds('[null,"x",7,[],{},{"id":')],
  [/^text-deep$/, holds('[[[[]]]]')],
  [/^text-/, (seen) => holds('{"data":[{"id":')(seen) && !holds('"domain":"a.example",')(seen)],
  [/^hang/, fails('AbortError')],
  [/^(drop|reset|garbage|huge-header|cut-head)/, fails('TypeError', 0)],
  [/^(cut|gzip-broken)$/, fails('TypeError', 200)],
  [/^(stall|drip)$/, fails('AbortError', 200)],
  [/^flood$/, (seen) => seen.text.length > 50_000_000],
];

const statusOf = (name: string) => Number(/^[1-5]\d\d(?=-|$)/.exec(name)?.[0] ?? 0);

describe('the table of faults', () => {
  test('has at least 60 rows, no name twice, each with what to expect', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60);
    expect(new Set(faults.map((fault) => fault.name)).size).toBe(faults.length);
    expect(faults.filter((fault) => !fault.expected || !fault.says)).toEqual([]);
  });

  test('a name that is not in it is a mistake', () => {
    expect(() => sandbox.behave({ fault: { is: 'nonsense', times: 1 } })).toThrow('No such fault: nonsense');
  });
});

describe.each(faults.map((fault): [string, Fault] => [fault.name, fault]))('%s', (name, fault) => {
  test('shows itself', async () => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ fault: name });
    const seen = await list(name);
    const row = shows.find(([pattern]) => pattern.test(name));
    expect(row, `no row for ${name}`).toBeDefined();
    expect(row?.[1](seen), JSON.stringify({ ...seen, text: seen.text.slice(0, 200) })).toBe(true);
    if (statusOf(name)) expect(seen.status).toBe(statusOf(name));
    expect(sandbox.log[0]?.fault).toBe(name);
  });

  test(`${fault.commits ? 'carries' : 'does not carry'} the operation out`, async () => {
    sandbox.behave({ fault: { is: name, times: 1 } });
    await create(name);
    expect(sandbox.websites()).toHaveLength(fault.commits ? 1 : 0);
    expect((await list()).status).toBe(200);
  });
});

test.each<[OperationName, string, string]>([
  ['projects.list', 'GET', '/api/v1/projects'],
  ['projects.delete', 'DELETE', '/api/v1/projects/a.example'],
  ['websites.show', 'GET', `${websites}/1`],
  ['websites.update', 'PATCH', `${websites}/1`],
  ['websites.delete', 'DELETE', `${websites}/1`],
])('faults reach %s', async (operation, method, path) => {
  sandbox.behave({ fault: { is: '502-html', operation } });
  expect([(await look(method, path)).status, (await list()).status]).toEqual([502, 200]);
});

test('a sandbox with answers under way closes at once', async () => {
  const other = await startSandbox({ behave: { fault: 'hang' } });
  const answer = ask(other, 'GET', websites).catch((error: Error) => error.name);
  await expect.poll(() => other.log.length).toBe(1);
  await other.close();
  expect(await answer).toBe('TypeError');
});
