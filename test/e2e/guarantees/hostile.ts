import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const vnode = { type: 'img', props: { src: '/ran', onerror: 'ran=1' }, key: null, ref: null, constructor: null };

/** What a service may put where a text belongs, as JSON: what could run, build, mislead or freeze. */
const kinds: Record<string, string> = {
  vnode: JSON.stringify(vnode),
  'vnode-list': JSON.stringify([vnode, { ...vnode, type: 'script' }]),
  image: JSON.stringify('<img src="/ran" onerror="ran=1"><svg onload="ran=1">'),
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
};
type List = keyof typeof fields;

/** Of one field and one kind: a record that is all well otherwise, and named for both. */
export interface HostileRow {
  list: List;
  kind: string;
  field: string;
  id: string;
  name: string;
}

// What a service sends at once is bounded: one megabyte in one field of each list.
const isSent = (kind: string, field: string) =>
  kind !== 'megabyte' || field === 'domain' || field === 'project' || field === 'exclude_ips';

export const hostileRows: HostileRow[] = (Object.keys(fields) as List[]).flatMap((list) =>
  Object.keys(kinds).flatMap((kind) =>
    fields[list]
      .filter((field) => isSent(kind, field))
      .map((field, index) => ({
        list,
        kind,
        field,
        id: `${kind}-${index}`,
        name: `${kind}.${field.replace('_', '-')}.example.com`,
      })),
  ),
);

/** The record's JSON, as text: what nests so deep could not be made of objects. */
function record({ list, kind, field, id, name }: HostileRow): string {
  const honest = {
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
  return JSON.stringify({ ...honest, [field]: '@' }).replace('"@"', () => kinds[kind] ?? '');
}

/** A service whose every answer is hostile in one field; it remembers what it was asked for. */
export async function openHostile() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, , , list, id] = pathname.split('/');
    paths.push(pathname);
    const rows = hostileRows.filter((row) => row.list === list);
    const one = rows.find((row) => row.id === id);
    const all = `{"data":[${rows.map(record).join()}],"meta":{"total":${kinds.image}},"links":{"next":${kinds['script-link']}}}`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(id ? `{"data":${one ? record(one) : 'null'}}` : all);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    paths,
    connection: { url, seoUrl: url, key: 'made-up-key-0001', seoKey: 'made-up-key-0001' },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
