import { type Heard, html, json, type Said, startStandIn } from './standIn.ts';

/** A record as Umami 3.1 keeps it. */
export interface UmamiRow {
  id: string;
  name: string;
  domain: string;
  shareId: string | null;
  teamId: string | null;
  createdAt: string;
  updatedAt: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const error = (status: number, message: string, code: string, more: object = {}) =>
  json({ error: { message, code, status, ...more } }, status);
const bad = (more: object) => error(400, 'Bad request', 'bad-request', more);
const invalid = (name: string, found: string) => ({
  errors: [],
  properties: { [name]: { errors: [`Invalid input: expected string, received ${found}`] } },
});
const tooLong = (name: string, most: number) => ({
  errors: [],
  properties: { [name]: { errors: [`Too big: expected string to have <=${most} characters`] } },
});
/** 500, and not a word: a second record of one id, a second delete, an id that is none. */
const silent: Said = { status: 500 };

const record = (row: UmamiRow) => ({
  ...row,
  userId: '41e2c5b0-0000-4000-8000-000000000000',
  createdBy: '41e2c5b0-0000-4000-8000-000000000000',
  resetAt: null,
  deletedAt: null,
  replayEnabled: false,
  replayConfig: null,
});

function list(rows: readonly UmamiRow[], query: URLSearchParams): Said {
  const page = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 20);
  const search = (query.get('search') ?? '').toLowerCase();
  const found = rows
    .filter(({ teamId }) => !teamId || query.get('includeTeams'))
    .filter(({ name, domain }) => [name, domain].some((text) => text.toLowerCase().includes(search)))
    // Whatever order is asked for.
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const data = found.slice((page - 1) * pageSize, page * pageSize);
  return json({
    data: data.map((row) => ({ ...record(row), user: { username: 'admin', id: record(row).userId } })),
    count: found.length,
    page,
    pageSize,
  });
}

function fieldsOf({ body, headers }: Heard): Record<string, unknown> | undefined {
  if (!headers['content-type']?.includes('json')) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const isTaken = (rows: readonly UmamiRow[], id: string, shareId: unknown) =>
  rows.some((row) => row.id !== id && typeof shareId === 'string' && row.shareId === shareId);
const taken = error(400, 'That share ID is already taken.', 'bad-request');
const noObject = bad({ errors: ['Invalid input: expected object, received undefined'] });

function create(rows: UmamiRow[], heard: Heard): Said {
  const fields = fieldsOf(heard);
  if (!fields) return noObject;
  const { id = crypto.randomUUID(), name, domain, shareId = null, teamId = null } = fields as Partial<UmamiRow>;
  if (typeof name !== 'string') return bad(invalid('name', typeof name));
  if (typeof domain !== 'string') return bad(invalid('domain', typeof domain));
  if (name.length > 100) return bad(tooLong('name', 100));
  if (domain.length > 500) return bad(tooLong('domain', 500));
  if (rows.some((row) => row.id === id)) return silent;
  if (isTaken(rows, id, shareId)) return taken;
  const now = new Date().toISOString();
  const row = { id, name, domain, shareId, teamId, createdAt: now, updatedAt: now };
  rows.push(row);
  return json(record(row));
}

function update(rows: UmamiRow[], row: UmamiRow | undefined, heard: Heard): Said {
  const fields = fieldsOf(heard);
  if (!fields) return noObject;
  if (!row) return silent;
  const { name, domain, shareId } = fields as Partial<UmamiRow>;
  if (isTaken(rows, row.id, shareId)) return taken;
  // Where only the sharing changes, the date stays.
  if (name !== undefined || domain !== undefined) row.updatedAt = new Date().toISOString();
  Object.assign(row, JSON.parse(JSON.stringify({ name, domain, shareId })));
  return json(record(row));
}

function one(rows: UmamiRow[], id: string, heard: Heard): Said {
  if (!uuid.test(id)) return silent;
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (heard.method === 'GET') return json(row ? record(row) : null);
  if (heard.method === 'POST') return update(rows, row, heard);
  if (heard.method !== 'DELETE') return { status: 405 };
  if (!row) return silent;
  rows.splice(at, 1);
  return json({ ok: true });
}

function websites(rows: UmamiRow[], id: string | undefined, heard: Heard): Said {
  if (id !== undefined) return one(rows, decodeURIComponent(id), heard);
  if (heard.method === 'GET') return list(rows, heard.query);
  return heard.method === 'POST' ? create(rows, heard) : { status: 405 };
}

/** An id like any other, by a number. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Answers as Umami 3.1 did: see the rows of test/contract/kinds/umamiStandIn.test.ts. */
export async function startUmami({
  key = 'umami_made-up-key-for-tests-01',
  port,
}: {
  key?: string;
  port?: number;
} = {}) {
  const rows: UmamiRow[] = [];
  const answer = (heard: Heard): Said | undefined => {
    if (heard.path === '/api/heartbeat') return json({ ok: true });
    if (heard.path === '/script.js') return { status: 200, body: '', headers: { 'content-type': 'text/javascript' } };
    const called = /^\/api\/websites(?:\/([^/]+)(\/active)?)?$/.exec(heard.path);
    if (!called) return html(404);
    if (heard.headers.authorization !== `Bearer ${key}`) return error(401, 'Unauthorized', 'unauthorized');
    return called[2] ? json({ visitors: 0 }) : websites(rows, called[1], heard);
  };
  /** A record that is there; its id. */
  const put = (domain: string, more: Partial<UmamiRow> = {}) => {
    const now = '2026-11-21T22:33:22.789Z';
    const id = uuidOf(rows.length + 1);
    rows.push({ id, name: domain, domain, shareId: null, teamId: null, createdAt: now, updatedAt: now, ...more });
    return id;
  };
  return { ...(await startStandIn(port === undefined ? { key } : { key, port }, rows, answer)), put };
}
