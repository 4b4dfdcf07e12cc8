import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { ProjectRow, WebsiteRow } from './types.ts';

const schema = `
CREATE TABLE IF NOT EXISTS websites (
  id INTEGER PRIMARY KEY AUTOINCREMENT, domain TEXT NOT NULL, privacy INTEGER, password TEXT, email INTEGER,
  exclude_bots INTEGER, exclude_params TEXT, exclude_ips TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS websites_domain ON websites (domain);
CREATE INDEX IF NOT EXISTS websites_created ON websites (created_at);
CREATE TABLE IF NOT EXISTS projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, reports INTEGER NOT NULL, result INTEGER NOT NULL, created_at TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS projects_project ON projects (project);`;

const settings = ['privacy', 'password', 'email', 'exclude_bots', 'exclude_params', 'exclude_ips'] as const;
const columns = ['domain', ...settings, 'created_at', 'updated_at'] as const;

/** The initial settings of a website. */
export const initial = {
  privacy: 1,
  password: null,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: null,
};

export type WebsiteFields = Partial<Omit<WebsiteRow, 'id'>> & { domain: string };
export type ProjectFields = Partial<Omit<ProjectRow, 'id'>> & { project: string };
export type SearchRule = 'substring' | 'ignored';

/** The requested rows of a list. `sortBy` must be a column's name that has been checked. */
export interface Wanted {
  search: string;
  rule: SearchRule;
  sortBy: string;
  sort: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export type Records = ReturnType<typeof openRecords>;

const now = () => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Opens the records of both services: an SQLite database in a file, or in memory for ':memory:'. */
export function openRecords(path: string) {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
  const insert = db.prepare(
    `INSERT INTO websites (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING *`,
  );
  const insertProject = db.prepare(
    'INSERT INTO projects (project, reports, result, created_at) VALUES (?, ?, ?, ?) RETURNING *',
  );

  const addWebsite = (fields: WebsiteFields): WebsiteRow => {
    const at = fields.created_at ?? now();
    const row: Omit<WebsiteRow, 'id'> = { ...initial, created_at: at, updated_at: at, ...fields };
    return insert.get(...columns.map((column) => row[column])) as unknown as WebsiteRow;
  };

  const together = <T>(work: () => T): T => {
    db.exec('BEGIN');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  const list = <T>(table: 'websites' | 'projects', column: string, wanted: Wanted) => {
    const isSearched = wanted.search !== '' && wanted.rule === 'substring';
    const from = `FROM ${table}${isSearched ? ` WHERE ${column} LIKE ? ESCAPE '\\'` : ''}`;
    const values: SQLInputValue[] = isSearched ? [`%${escapeLike(wanted.search)}%`] : [];
    const order = `ORDER BY ${wanted.sortBy} ${wanted.sort}, id ${wanted.sort}`;
    const { total } = db.prepare(`SELECT count(*) AS total ${from}`).get(...values) as { total: number };
    const rows = db.prepare(`SELECT * ${from} ${order} LIMIT ? OFFSET ?`).all(...values, wanted.limit, wanted.offset);
    return { rows: rows as unknown as T[], total };
  };

  return {
    addWebsite,
    addWebsites: (all: WebsiteFields[]): WebsiteRow[] => together(() => all.map(addWebsite)),
    addProject: (fields: ProjectFields): ProjectRow =>
      insertProject.get(
        fields.project,
        fields.reports ?? 1,
        fields.result ?? 80,
        fields.created_at ?? now(),
      ) as unknown as ProjectRow,
    websites: () => db.prepare('SELECT * FROM websites ORDER BY id').all() as unknown as WebsiteRow[],
    projects: () => db.prepare('SELECT * FROM projects ORDER BY id').all() as unknown as ProjectRow[],
    listWebsites: (wanted: Wanted) => list<WebsiteRow>('websites', 'domain', wanted),
    listProjects: (wanted: Wanted) => list<ProjectRow>('projects', 'project', wanted),
    websiteById: (id: number) => db.prepare('SELECT * FROM websites WHERE id = ?').get(id) as WebsiteRow | undefined,
    websiteByDomain: (domain: string) =>
      db.prepare('SELECT * FROM websites WHERE domain = ? LIMIT 1').get(domain) as WebsiteRow | undefined,
    updateWebsite: (id: number, changes: Partial<WebsiteRow>): void => {
      const entries = Object.entries({ ...changes, updated_at: now() });
      const set = entries.map(([column]) => `${column} = ?`).join(', ');
      db.prepare(`UPDATE websites SET ${set} WHERE id = ?`).run(...entries.map(([, value]) => value), id);
    },
    deleteWebsite: (id: number) => Number(db.prepare('DELETE FROM websites WHERE id = ?').run(id).changes),
    projectByName: (name: string) =>
      db.prepare('SELECT * FROM projects WHERE project = ? LIMIT 1').get(name) as ProjectRow | undefined,
    deleteProject: (name: string) => Number(db.prepare('DELETE FROM projects WHERE project = ?').run(name).changes),
    clear: () => db.exec('DELETE FROM websites; DELETE FROM projects; DELETE FROM sqlite_sequence;'),
    close: () => db.close(),
  };
}
