import { describe, expect, test } from 'vitest';
import { type Connection, call } from '../../../lib/services/index.ts';
import { problemOf } from './helpers.ts';

type Asked = [Connection, { fetch: typeof fetch }];

const error = (message: string) => ({ result: 'error', message });

/** A Matomo whose methods answer so, alone and in bulk. */
function matomoWith(answers: Record<string, unknown>, key = '0123456789abcdef'): Asked {
  const answerOf = (form: URLSearchParams) => answers[form.get('method') ?? ''] ?? error('No such method.');
  const send = async (_url: string, { body }: RequestInit) => {
    const form = new URLSearchParams(String(body));
    if (form.get('method') !== 'API.getBulkRequest') return Response.json(answerOf(form));
    const inner = [...form].filter(([name]) => name.startsWith('urls['));
    return Response.json(inner.map(([, one]) => answerOf(new URLSearchParams(one))));
  };
  return [{ kind: 'matomo', url: 'https://m.example', key }, { fetch: send as never }];
}

const site = (idsite: number, more: object = {}) => ({ idsite, name: 'a', main_url: 'https://a.example', ...more });
const matomo = {
  'API.getMatomoVersion': { value: '5.3.1' },
  'SitesManager.getSitesWithAdminAccess': [site(1, { alias_urls: ['https://a.example'] })],
  'SitesManager.getSitesIdWithAtLeastViewAccess': [1],
  'SitesManager.getSiteFromId': site(7),
  'SitesManager.getSiteUrlsFromId': ['https://a.example', 'https://b.example'],
};

describe('Matomo: what is not told is not absent', () => {
  const [visible, ids] = ['SitesManager.getSitesWithAtLeastViewAccess', 'SitesManager.getSitesIdWithAtLeastViewAccess'];
  const [changeable, urls] = ['SitesManager.getSitesWithAdminAccess', 'SitesManager.getSiteUrlsFromId'];
  test.each<[what: string, more: object, items: number, unread: number | undefined]>([
    ['all is listed', {}, 1, undefined],
    ['a website that may only be viewed', { [ids]: [1, 7], [visible]: [site(1), site(7)] }, 2, undefined],
    ['one whose addresses are not told', { [ids]: [1, 7], [visible]: [site(7)], [urls]: error('No.') }, 2, 1],
    ['one that is not told', { [ids]: [1, 7], [visible]: [site(1)] }, 1, 1],
    ['none of them can be read', { [ids]: [1, 7], [visible]: error('No.') }, 1, 1],
    ['not known what may be viewed', { [ids]: error('No.') }, 1, 1],
    ['an id that cannot be read among them', { [ids]: [1, {}] }, 1, 1],
    ['a row without its other addresses', { [changeable]: [site(1)] }, 1, 1],
    ['a row without an id', { [changeable]: [{ ...site(1), idsite: {} }], [ids]: [] }, 0, 1],
    ['a row with an address that cannot be read', { [changeable]: [site(1, { main_url: {}, alias_urls: [] })] }, 1, 1],
    ['a row with another address that cannot be read', { [changeable]: [site(1, { alias_urls: [{}] })] }, 1, 1],
  ])('%s', async (_what, more, items, unread) => {
    const asked = matomoWith({ ...matomo, ...more });
    const page = await call('websites.list', {}, ...asked);
    expect([page.items.length, page.unread]).toEqual([items, unread]);
    expect((await call('websites.find', { host: 'c.example' }, ...asked)).complete).toBe(!unread);
  });

  test('the list cannot be read', async () => {
    const asked = matomoWith({ ...matomo, [changeable]: 'No.' });
    expect((await problemOf(call('websites.list', {}, ...asked))).kind).toBe('shape');
    expect((await problemOf(call('websites.find', { host: 'b.example' }, ...asked))).kind).toBe('shape');
  });
});

test.each([
  ['as typed', 'Tom & "Jerry" &amp; &lt;b&gt;', 'Tom & "Jerry" &amp; &lt;b&gt;'],
  ['as HTML', 'Tom &amp; &quot;Jerry&quot; &#039;x&#39; &lt;b&gt;', 'Tom & "Jerry" \'x\' <b>'],
  ['as HTML, twice', '&amp;amp;', '&amp;'],
])('Matomo: a text comes %s', async (_how, name, shown) => {
  const rows = [site(1, { name, alias_urls: [], excluded_parameters: `${name},b` })];
  const asked = matomoWith({ ...matomo, 'SitesManager.getSitesWithAdminAccess': rows });
  const { items } = await call('websites.list', {}, ...asked);
  expect(items).toMatchObject([{ name: shown, exclude_params: [shown, 'b'] }]);
});

test('Matomo: a website that is shown to nobody is not gone', async () => {
  const no = error('You must be logged in to access this functionality.');
  const nobody = { 'SitesManager.getSiteFromId': no, 'API.getMatomoVersion': no };
  const asked = matomoWith({ ...matomo, ...nobody, 'SitesManager.getSitesIdWithAtLeastViewAccess': [] });
  for (const name of ['websites.show', 'websites.delete'] as const)
    expect((await problemOf(call(name, { id: '7' }, ...asked))).kind).toBe('auth');
});

test('Matomo: a key is taken out of a message that has it as HTML', async () => {
  const asked = matomoWith({ 'SitesManager.addSite': error('No: made-up&amp;key-0001') }, 'made-up&key-0001');
  expect((await problemOf(call('websites.create', { domain: 'a.example' }, ...asked))).message).toBe('No: …');
});

const rows = Array.from({ length: 120 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `s${index}.example`,
  domain: `s${index}.example`,
  shareId: null,
}));

/** An Umami with these rows that gives no more than `most` at once, and says `facts` of its pages. */
function umamiWith(most: number, facts: object, all: readonly object[] = rows): Asked {
  const send = async (address: string) => {
    const { pathname, searchParams: query } = new URL(address);
    if (pathname === '/api/me/teams') return Response.json({ data: [], count: 0 });
    const [page, size] = [Number(query.get('page')), Math.min(most, Number(query.get('pageSize')))];
    return Response.json({ data: all.slice((page - 1) * size, page * size), page, ...facts });
  };
  return [{ kind: 'umami', url: 'https://u.example', key: 'umami_made-up-key' }, { fetch: send as never }];
}

describe('Umami: a list', () => {
  test.each<[what: string, most: number, facts: object]>([
    ['fewer rows than asked for, and no count', 20, {}],
    ['fewer rows than it says, and a count', 20, { count: 120, pageSize: 100 }],
    ['a count that its rows prove wrong', 100, { count: 50, pageSize: 100 }],
    ['a count of nothing', 100, { count: 0, pageSize: 100 }],
  ])('%s: there is more', async (_what, most, facts) => {
    expect((await call('websites.list', { per_page: 100 }, ...umamiWith(most, facts))).more).toBe(true);
  });

  test.each<[what: string, domain: unknown, unread: number | undefined]>([
    ['none', null, undefined],
    ['an empty one', '', undefined],
    ['an object', { name: 'a.example' }, 1],
    ['not told', undefined, 1],
  ])('a record whose domain is %s', async (_what, domain, unread) => {
    const all = [rows[0] as object, { ...rows[1], domain }];
    const asked = umamiWith(100, { count: 2 }, all);
    expect((await call('websites.list', {}, ...asked)).unread).toBe(unread);
    expect((await call('websites.find', { host: 'a.example' }, ...asked)).complete).toBe(!unread);
  });

  test('what was deleted is not listed', async () => {
    const all = [rows[0] as object, { ...rows[1], deletedAt: '2026-01-01T00:00:00Z' }];
    const page = await call('websites.list', {}, ...umamiWith(100, { count: 2 }, all));
    expect(page).toMatchObject({ items: [{ domain: 's0.example' }], more: false });
    expect(page).not.toHaveProperty('unread');
  });
});
