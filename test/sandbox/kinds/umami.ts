import { type HitsOfAll, resetting, startHits } from './hits.ts';
import { type Heard, html, json, type Said, startStandIn } from './standIn.ts';
import { answerToPage, statistics } from './umamiTracker.ts';

/** A record as Umami 3.1 stores it. */
export interface UmamiRow {
  id: string;
  name: string;
  domain: string;
  shareId: string | null;
  /** Null for a team's website, which belongs to no user. */
  userId: string | null;
  teamId: string | null;
  createdAt: string;
  updatedAt: string;
  /** When the record was deleted. Umami's cloud keeps deleted records. */
  deletedAt?: string;
}

/** A team that the account is in. */
interface Team {
  id: string;
  role: 'team-owner' | 'team-manager' | 'team-member' | 'team-view-only';
  name?: string;
}

/** The account of the key. `takesIds`: whether a create may choose its id, which versions before 2.19 ignore. */
interface Account {
  role: 'admin' | 'user' | 'view-only';
  teams: Team[];
  takesIds: boolean;
  /** Whether there is a page for API keys, as in the public source of later versions. */
  hasKeys: boolean;
  /** Whether this is Umami's cloud, which has another header and path, and keeps deleted records. */
  isCloud: boolean;
  hits: HitsOfAll;
  key: string;
}

const me = '41e2c5b0-0000-4000-8000-000000000000';
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const error = (status: number, message: string, code: string, more: object = {}) =>
  json({ error: { message, code, status, ...more } }, status);
const unauthorized = error(401, 'Unauthorized', 'unauthorized');
const bad = (more: object) => error(400, 'Bad request', 'bad-request', more);
const wrong = (name: string, said: string) => ({ errors: [], properties: { [name]: { errors: [said] } } });
const invalid = (name: string, found: string) => wrong(name, `Invalid input: expected string, received ${found}`);
const tooLong = (name: string, most: number) => wrong(name, `Too big: expected string to have <=${most} characters`);
/** The answer for a second record with one id, a second delete, and a malformed id: 500 without a body. */
const silent: Said = { status: 500 };

/** Returns a record in an answer, without the fields in which the client takes no interest. */
const record = (row: UmamiRow) => ({ ...row, deletedAt: row.deletedAt ?? null });

const noNumber = 'Invalid input: expected number, received NaN';

/** Answers with one page of a list of websites or teams. */
function list(rows: readonly { id: string }[], query: URLSearchParams, show: (row: never) => object) {
  const page = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 20);
  for (const [name, value] of Object.entries({ page, pageSize }))
    if (!(value > 0)) return bad(wrong(name, Number.isNaN(value) ? noNumber : 'Too small: expected number to be >0'));
  // Umami ignores the requested order.
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const data = sorted.slice((page - 1) * pageSize, page * pageSize).map((row) => show(row as never));
  const search = query.get('search');
  return json({ data, count: rows.length, page, pageSize, ...(search === null ? {} : { search }) });
}

/** Returns a search function that works as in Umami's database: `%` stands for any characters, `_` for one. */
function finds(search: string): (text: string) => boolean {
  const parts = search
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return (text) => new RegExp(parts, 'is').test(text);
}

function listWebsites(rows: readonly UmamiRow[], query: URLSearchParams): Said {
  const isFound = finds(query.get('search') ?? '');
  const found = rows.filter(({ name, domain, deletedAt }) => !deletedAt && [name, domain].some(isFound));
  return list(found, query, record);
}

const listTeams = ({ teams }: Account, query: URLSearchParams): Said =>
  list(teams, query, ({ id, role, name = 'Team' }: Team) => ({
    id,
    name,
    accessCode: 'team_made-up',
    members: [
      { userId: uuidOf(800), role: 'team-owner' },
      { userId: me, role },
    ],
  }));

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

/** Returns the refusal of an invalid create; undefined if it is valid. Umami checks the body before the key. */
function wrongIn(fields: Partial<UmamiRow> | undefined): Said | undefined {
  if (!fields) return noObject;
  const { id, name, domain } = fields;
  if (id !== undefined && !uuid.test(id)) return bad(wrong('id', 'Invalid UUID'));
  if (typeof name !== 'string') return bad(invalid('name', typeof name));
  if (typeof domain !== 'string') return bad(invalid('domain', typeof domain));
  if (name.length > 100) return bad(tooLong('name', 100));
  if (domain.length > 500) return bad(tooLong('domain', 500));
  return undefined;
}

/** Whether the account may write in a team. An administrator may in any team, even in one that does not exist. */
const mayWriteIn = (id: string, { role, teams }: Account) =>
  role === 'admin' || teams.some((team) => team.id === id && team.role !== 'team-view-only');

function create(rows: UmamiRow[], heard: Heard, account: Account): Said {
  const { role, takesIds } = account;
  if (role === 'view-only') return unauthorized;
  const { id: given, name = '', domain = '', shareId = null, teamId = null } = fieldsOf(heard) as Partial<UmamiRow>;
  if (teamId && !mayWriteIn(teamId, account)) return unauthorized;
  const id = (takesIds && given) || crypto.randomUUID();
  if (rows.some((row) => row.id === id)) return silent;
  const now = new Date().toISOString();
  const row = { id, name, domain, shareId, userId: teamId ? null : me, teamId, createdAt: now, updatedAt: now };
  // Umami creates the record before it shares it.
  if (isTaken(rows, id, shareId)) {
    rows.push({ ...row, shareId: null });
    return silent;
  }
  rows.push(row);
  return json(record(row));
}

function update(rows: UmamiRow[], row: UmamiRow | undefined, heard: Heard): Said {
  const fields = fieldsOf(heard);
  if (!fields) return noObject;
  if (!row) return error(500, 'Server error', 'P2025');
  const { name, domain, shareId } = fields as Partial<UmamiRow>;
  if ((name?.length ?? 0) > 100) return error(500, 'Server error', 'P2000');
  if (isTaken(rows, row.id, shareId)) return taken;
  // If only the share link changes, the date stays.
  if (name !== undefined || domain !== undefined) row.updatedAt = new Date().toISOString();
  Object.assign(row, JSON.parse(JSON.stringify({ name, domain, shareId })));
  return json(record(row));
}

/** Whether the account may see a record. Only an administrator is told that a record does not exist. */
const maySee = (row: UmamiRow | undefined, { role, teams }: Account) =>
  role === 'admin' || (row?.teamId ? teams.some((team) => team.id === row.teamId) : row?.userId === me);

function counted(rows: readonly UmamiRow[], id: string, { path, query }: Heard, account: Account): Said {
  if (!uuid.test(id)) return silent;
  const row = rows.find((one) => one.id === id);
  const say = statistics[path.split('/').at(-1) ?? ''];
  return maySee(row, account) && say ? say(id, query, account.hits, account.isCloud) : unauthorized;
}

function one(rows: UmamiRow[], id: string, heard: Heard, account: Account): Said {
  if (!uuid.test(id)) return silent;
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (!maySee(row, account)) return unauthorized;
  if (heard.method === 'GET') return json(row ? record(row) : null);
  if (heard.method !== 'POST' && heard.method !== 'DELETE') return { status: 405 };
  if (row?.teamId && !mayWriteIn(row.teamId, account)) return unauthorized;
  if (heard.method === 'POST') return update(rows, row, heard);
  if (!row) return silent;
  if (account.isCloud) row.deletedAt = new Date().toISOString();
  else rows.splice(at, 1);
  return json({ ok: true });
}

function websites(rows: UmamiRow[], id: string | undefined, heard: Heard, account: Account): Said {
  if (id !== undefined) return one(rows, decodeURIComponent(id), heard, account);
  if (heard.method === 'POST') return create(rows, heard, account);
  if (heard.method !== 'GET') return { status: 405 };
  return listWebsites(
    rows.filter(({ userId }) => userId === me),
    heard.query,
  );
}

function ofTeam(rows: readonly UmamiRow[], id: string, { query }: Heard, { role, teams }: Account): Said {
  if (role !== 'admin' && !teams.some((team) => team.id === id)) return unauthorized;
  return listWebsites(
    rows.filter(({ teamId }) => teamId === id),
    query,
  );
}

type Say = (rows: UmamiRow[], heard: Heard, account: Account, id?: string) => Said;
const routes: readonly [RegExp, Say][] = [
  [/^\/api\/websites(?:\/([^/]+))?$/, (rows, heard, account, id) => websites(rows, id, heard, account)],
  [
    /^\/api\/websites\/([^/]+)\/(?:daterange|stats)$/,
    (rows, heard, account, id = '') => counted(rows, id, heard, account),
  ],
  // The answer contains the key.
  [
    /^\/api\/me$/,
    (_rows, _heard, { role, key }) => json({ token: key, authKey: null, shareToken: null, user: { id: me, role } }),
  ],
  [/^\/api\/me\/teams$/, (_rows, { query }, account) => listTeams(account, query)],
  [/^\/api\/teams\/([^/]+)\/websites$/, (rows, heard, account, id = '') => ofTeam(rows, id, heard, account)],
];

/** Returns a valid UUID for a number. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Starts a server that answers as Umami 3.1 did: see test/contract/kinds/umamiStandIn.test.ts. */
export async function startUmami({
  key = 'umami_made-up-key-for-tests-01',
  port,
  role = 'admin',
  teams = [],
  takesIds = true,
  isCloud = false,
  hasKeys = false,
}: Partial<Omit<Account, 'hits'>> & { port?: number } = {}) {
  const rows: UmamiRow[] = [];
  const hits = startHits();
  const account: Account = { role, teams, takesIds, isCloud, hasKeys, hits, key };
  const keyOf = ({ headers }: Heard) =>
    isCloud ? headers['x-umami-api-key'] : headers.authorization?.replace('Bearer ', '');
  const ofPage = (asked: Heard) => answerToPage(asked, (id) => rows.some((row) => row.id === id), hits);
  const inPath = (asked: Heard): Heard =>
    isCloud ? { ...asked, path: asked.path.replace(/^(\/v1)?/, (base) => (base ? '/api' : '/none')) } : asked;
  const answer = (asked: Heard): Said | undefined => within(inPath(asked));
  const within = (heard: Heard): Said | undefined => {
    if (heard.path === '/api/heartbeat') return json({ ok: true });
    if (heard.path === '/settings/api-keys') return html(hasKeys ? 200 : 404);
    const asked = routes.flatMap(([form, say]) => {
      const found = form.exec(heard.path);
      return found ? [() => say(rows, heard, account, found[1])] : [];
    })[0];
    const isCreate = heard.path === '/api/websites' && heard.method === 'POST';
    const wrong = isCreate ? wrongIn(fieldsOf(heard)) : undefined;
    return wrong ?? (keyOf(heard) === key ? asked?.() : asked && unauthorized);
  };
  /** Adds an existing record, and returns its id. */
  const put = (domain: string, more: Partial<UmamiRow> = {}) => {
    const now = '2026-11-21T22:33:22.789Z';
    const id = uuidOf(rows.length + 1);
    const whose = { userId: more.teamId ? null : me, teamId: null };
    rows.push({ id, name: domain, domain, shareId: null, ...whose, createdAt: now, updatedAt: now, ...more });
    return id;
  };
  const standIn = await startStandIn({ key, port }, rows, answer, ofPage);
  return { ...standIn, put, ...resetting(standIn, hits) };
}
