import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** One setting as the source declares it. */
interface Declared {
  key: string;
  area: 'local' | 'session';
}

const sources = ['lib', 'entrypoints'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);

/** Each place in the source where a setting is declared, read or not. */
export const declarations = sources.flatMap((text) => [
  ...text.matchAll(/\bkey: (?:keyOf\()?'[^\n]*?,\s+area(: '(?:local|session)')?,/g),
  ...Array.from(
    text.matchAll(/\b(?:texts?Setting|accountList)\(('\w+')\)/g),
    ([, key]) => [`key: ${key}, area: 'local'`] as const,
  ),
]);

const count = (part: RegExp): number => sources.reduce((sum, text) => sum + [...text.matchAll(part)].length, 0);

/** The same, counted in another way. The functions that make settings have a fallback, too. */
export const fallbacks =
  count(/\bfallback: (?!(T|string|boolean)\b)/g) +
  count(/ = (?:texts?Setting|accountList)\('/g) -
  count(/const texts?Setting = /g);

/** Every stored setting, read from the source: a new one is damaged in tests without being named there. */
export const declared: Declared[] = declarations.flatMap(([text]) => {
  const [, key = ''] = /key: (?:keyOf\()?'(\w+)'/.exec(text) ?? [];
  const [, area] = /area: '(\w+)'/.exec(text) ?? [];
  return area
    ? [{ key, area: area as Declared['area'] }]
    : [
        { key, area: 'local' },
        { key, area: 'session' },
      ];
});

/** The settings that another version can have written, and so in any form. Of those in memory, only these are read so. */
export const damageable = declared.filter(
  ({ key, area }) => area === 'local' || declared.some((one) => one.key === key && one.area === 'local'),
);

const id = 'main';
const url = 'https://stats.example';
const seoUrl = 'https://seo.example';
const templates = { statisticsUrl: '{base_url}/mine/{domain}', trackingCode: '', accountUrl: '' };
const fields = { privacy: 2, email: 0, exclude_bots: 1, exclude_params: ['a'], exclude_ips: ['192.0.2.1'] };
const own = { name: 'Mine', rules: ['*.mine.example'], defaults: { ...fields, hasPassword: true }, templates };
const connection = { id, ...own, analyticsUrl: url, account: 'a', seoUrl, seoAccount: 's' };
const other = { id: 'other', ...own, name: 'Other', analyticsUrl: 'https://other.example', account: 'b' };
const key = { origin: url, key: 'made-up-key-0001' };
const keys = { 'main:analytics': key, 'main:seo': { ...key, origin: seoUrl }, 'main:header-X-Proxy': key };
const problem = { kind: 'server', status: 500 };
const counts = { waiting: 1, sending: 0, done: 0, failed: 0, skipped: 0 };
const set = { name: 'Mine', analyticsUrl: url, rules: ['*.mine.example'] };

const job = { id: 'j', kind: 'create', state: 'running', serviceUrl: url, account: 'a', total: 1 };
const switches = { contextMenu: true, notifications: true, badge: true };

/** What stands in each setting where all is well; a setting without a line here has some of everything. */
const values: Record<string, unknown> = {
  connections: { active: id, list: [connection, other] },
  defaults: { ...fields, hasPassword: true },
  presets: [{ ...fields, name: 'Shops', password: 'each' }],
  preferences: { hostChoice: 'bare', ...templates, ...switches, fixedTemplates: ['trackingCode'] },
  keys,
  defaultPassword: 'made-up-password',
  defaultPasswords: { main: 'made-up-password' },
  policy: {
    faults: [{ place: 'fixed[0]', reason: 'expected', wanted: 'string' }],
    fixed: ['hostChoice'],
    preferences: { set: { hostChoice: 'bare' }, own: { hostChoice: 'seen' } },
    connections: { main: { set, own: {}, fixed: ['analyticsUrl'], isAdded: false, account: 'a' } },
  },
  auditRepeats: [{ account: 'a', every: 'week', sites: [{ key: 'shop.example', id: '7' }], job: 'j', next: 1 }],
  lentAccess: [{ id: 'lent', urls: ['https://shop.example'], isOver: true }],
  lastReport: { report: { analytics: { ok: true, count: 1, more: false }, seo: { ok: false, problem } }, at: 1 },
  refresh: { a: { state: 'stopped', edge: ['1'], read: 1, serviceUrl: url, account: 'a', started: 1, pass: 1 } },
  jobs: [{ ...job, fields: {}, counts, outcomes: {} }],
  presses: [],
  recordChanges: { a: 1 },
  paces: { [url]: { limit: 60, remaining: 9, resetAt: 1, sent: [1] } },
  lastChange: { kind: 'website', account: 'a', at: 1, website: { id: '7', domain: 'shop.example' } },
  registering: { 7: { account: 'a', host: 'shop.example', name: 'Mine' } },
  perPage: 50,
  manageConnection: id,
  seenEnds: ['j 1'],
  policyFollowed: true,
  updateWaits: true,
};
const some = { id, list: [connection], text: 'x', count: 1, is: true };

/** The value of a setting where all is well. */
export function goodValue({ key, area }: Declared): unknown {
  const of = area === 'session' ? { ...values, ...inSession } : values;
  return Object.hasOwn(of, key) ? of[key] : some;
}

/** The keys that are held until the browser closes are another connection's: they count before those on disk. */
const inSession = { keys: { 'other:analytics': { ...key, origin: 'https://other.example' } } };

const versions: Record<string, number> = { connections: 2 };

/** A setting as it is stored. */
export const storedAs = (name: string, value: unknown) => ({ [name]: { version: versions[name] ?? 1, value } });

/** All settings of one storage area where all is well. */
export const goodStorage = (area: Declared['area']): Record<string, unknown> =>
  Object.assign({}, ...declared.filter((one) => one.area === area).map((one) => storedAs(one.key, goodValue(one))));
