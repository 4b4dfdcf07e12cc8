import { createServer, type ServerResponse } from 'node:http';
import { uuidOf } from '../../sandbox/kinds/umami.ts';
import { listen } from '../../sandbox/listen.ts';

const vnode = { type: 'img', props: { src: '/ran', onerror: 'ran=1' }, key: null, ref: null, constructor: null };
const image = '<img src="/ran" onerror="ran=1"><svg onload="ran=1">';
const asHtml = image.replace(/[<>"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');

/** Hostile values for text fields, as JSON: executable, element-like, misleading or huge ones. */
const texts: Record<string, string> = {
  vnode: JSON.stringify(vnode),
  'vnode-list': JSON.stringify([vnode, { ...vnode, type: 'script' }]),
  image: JSON.stringify(image),
  entities: JSON.stringify(asHtml),
  'script-link': JSON.stringify('javascript:globalThis.ran=1'),
  bidi: JSON.stringify('\u202emoc.elpmaxe\u2066'),
  megabyte: JSON.stringify('m'.repeat(1024 * 1024)),
  deep: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  proto: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}',
};

const fields = {
  websites: [
    'id',
    'domain',
    'privacy',
    'password',
    'email',
    'exclude_bots',
    'exclude_params',
    'exclude_ips',
    'created_at',
    'updated_at',
  ],
  projects: ['id', 'project', 'reports', 'result', 'created_at'],
  umami: ['id', 'domain', 'name', 'shareId', 'createdAt', 'deletedAt', 'user'],
  matomo: ['idsite', 'main_url', 'alias_urls', 'name', 'excluded_ips', 'excluded_parameters', 'ts_created', 'group'],
};
export type List = keyof typeof fields;
export const lists = Object.keys(fields) as List[];

/** One hostile value in one field of an otherwise normal record, which is named after both. */
export interface HostileRow {
  list: List;
  kind: string;
  field: string;
  id: string;
  name: string;
}

/** The domains of the websites of the other kinds of service. Those of the first kind have no common domain. */
export const domains = { umami: 'umami.example.com', matomo: 'matomo.example.com' };
const domainOf = (list: List) => (list === 'umami' || list === 'matomo' ? domains[list] : 'example.com');

// An answer has a limited size, so each list has only one field with a megabyte.
const large = ['domain', 'project', 'exclude_ips', 'name', 'excluded_ips'];
const isSent = (kind: string, field: string) => kind !== 'megabyte' || large.includes(field);

const idOf = (list: List, kind: string, n: number) =>
  ({ umami: uuidOf(n), matomo: String(n) })[list as string] ?? `${kind}-${n}`;

export const hostileRows: HostileRow[] = lists.flatMap((list) =>
  Object.keys(texts)
    .flatMap((kind) => fields[list].filter((field) => isSent(kind, field)).map((field) => ({ list, kind, field })))
    .map(({ kind, field }, index) => ({
      list,
      kind,
      field,
      id: idOf(list, kind, index + 1),
      name: `${kind}.${field.replace('_', '-').toLowerCase()}.${domainOf(list)}`,
    })),
);

const honest = ({ list, id, name }: HostileRow): object => {
  if (list === 'umami') return { id, name, domain: name, shareId: 'made-up-share', createdAt: '2026-01-01T00:00:00Z' };
  if (list === 'matomo') {
    const url = `https://${name}`;
    const lists = { excluded_ips: '10.0.0.1', excluded_parameters: '' };
    return { idsite: Number(id), name, main_url: url, alias_urls: [url], ts_created: '2026-01-01 00:00:00', ...lists };
  }
  return {
    id,
    [list === 'websites' ? 'domain' : 'project']: name,
    privacy: 1,
    email: 0,
    exclude_bots: 1,
    exclude_ips: '10.0.0.1',
    reports: 3,
    result: 80,
    created_at: '2026-01-01T00:00:00Z',
  };
};

/** Returns the record's JSON as a text, because no object can be nested so deeply. */
const record = (row: HostileRow): string =>
  JSON.stringify({ ...honest(row), [row.field]: '@' }).replace('"@"', () => texts[row.kind] ?? '');
const rowsOf = (list: string) => hostileRows.filter((row) => row.list === list);
const rowOf = (list: string, id: string | null | undefined) => rowsOf(list).find((row) => row.id === id);
const recordsOf = (list: List) => `[${rowsOf(list).map(record).join()}]`;

/** The ids of the records, one at each kind of service, whose answers never end. */
export const endlessIds = { websites: 'endless', umami: uuidOf(9999), matomo: '9999' };

interface Asked {
  method: string;
  /** The path after the kind's own part of the address. */
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
}
interface Said {
  status: number;
  text: string;
}
const ok = (text: string): Said => ({ status: 200, text });
const refused = (text: string): Said => ({ status: 400, text });

const first = ({ method, path }: Asked): Said => {
  const [list = '', id] = path.split('/');
  if (method !== 'GET') return refused(`{"message":${texts.image},"errors":{"__proto__":[${texts.vnode}]}}`);
  const one = rowOf(list, id);
  if (id) return ok(`{"data":${one ? record(one) : 'null'}}`);
  const rest = `"meta":{"total":${texts.image}},"links":{"next":${texts['script-link']}}`;
  return ok(`{"data":${recordsOf(list as List)},${rest}}`);
};

const umami = ({ method, path, query }: Asked): Said => {
  if (path === 'heartbeat') return ok(`{"ok":true,"version":${texts.image}}`);
  if (method !== 'GET')
    return refused(`{"error":{"message":${texts.image},"code":${texts.vnode},"properties":{"id":${texts.deep}}}}`);
  const id = /^websites\/(.+)/.exec(path)?.[1];
  const one = rowOf('umami', id);
  if (id) return ok(one ? record(one) : 'null');
  const isFirst = path === 'websites' && query.get('page') === '1';
  return ok(`{"data":${isFirst ? recordsOf('umami') : '[]'},"count":${texts.image},"pageSize":${texts.vnode}}`);
};

const matomoIds = () => JSON.stringify(rowsOf('matomo').map(({ id }) => Number(id)));
const matomoReads: Record<string, (form: URLSearchParams) => string> = {
  'API.getMatomoVersion': () => `{"value":${texts.image}}`,
  'UsersManager.hasSuperUserAccess': () => '{"value":true}',
  'SitesManager.getSitesWithAdminAccess': () => recordsOf('matomo'),
  'SitesManager.getSitesIdWithAdminAccess': () => matomoIds(),
  'SitesManager.getSitesIdWithAtLeastViewAccess': () => matomoIds(),
  'SitesManager.getSiteFromId': (form) => {
    const row = rowOf('matomo', form.get('idSite'));
    return row ? record(row) : '[]';
  },
  'SitesManager.getSiteUrlsFromId': (form) => JSON.stringify([`https://${rowOf('matomo', form.get('idSite'))?.name}`]),
};
const no = `{"result":"error","message":${texts.entities}}`;
const matomo = ({ form }: Asked): Said => {
  if (!form.has('token_auth')) return { status: 401, text: no };
  const answer = (one: URLSearchParams) => matomoReads[one.get('method') ?? '']?.(one) ?? no;
  const inner = [...form].filter(([name]) => name.startsWith('urls['));
  return ok(inner.length ? `[${inner.map(([, one]) => answer(new URLSearchParams(one)))}]` : answer(form));
};

/** The path of each kind of service, and its answers. */
const services: [path: RegExp, answer: (asked: Asked) => Said][] = [
  [/^\/api\/v1\/(.*)/, first],
  [/^\/umami\/api\/(?!v1)(.*)/, umami],
  [/^\/matomo\/index\.php$/, matomo],
];

/** Sends data without an end while the client is connected. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (response.write(' '.repeat(2 ** 16)));
  };
  response.on('drain', more);
  more();
}

/** Starts a service that has one hostile field in every answer, and logs all requests. */
export async function openHostile() {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    let body = '';
    for await (const chunk of request) body += chunk;
    paths.push(pathname);
    const said = services.flatMap(([form, answer]) => {
      const [, path = ''] = form.exec(pathname) ?? [undefined];
      const asked = { method: request.method ?? '', path, query, form: new URLSearchParams(body) };
      return form.test(pathname) ? [answer(asked)] : [];
    })[0] ?? { status: 404, text: '{}' };
    response.writeHead(said.status, { 'content-type': 'application/json' });
    const isEndless = Object.values(endlessIds).some((id) => `${pathname}${body}`.includes(id));
    if (isEndless) pour(response);
    else response.end(said.text);
  });
  const { url, close } = await listen(server);
  const key = 'made-up-key-0001';
  return {
    paths,
    connection: { url, seoUrl: url, key, seoKey: key },
    others: [
      { connection: 'umami', services: { analytics: { url: `${url}/umami`, key: key } }, keep: 'always' },
      { connection: 'matomo', services: { analytics: { url: `${url}/matomo`, key: key } }, keep: 'always' },
    ],
    close,
  };
}
