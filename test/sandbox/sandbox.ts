import type { FastifyInstance } from 'fastify';
import type { Shared } from './answer.ts';
import { type Behaviour, openBehaviour } from './behaviour.ts';
import { startForeignOrigin } from './foreignOrigin.ts';
import { openLimits } from './limits.ts';
import { describeRequest } from './log.ts';
import { openRecords, type ProjectFields, type WebsiteFields } from './records.ts';
import { manyWebsites } from './samples.ts';
import { buildServer } from './server.ts';
import type { LoggedRequest, ProjectRow, WebsiteRow } from './types.ts';

export type { Behaviour } from './behaviour.ts';
export { describeRequest } from './log.ts';
export type { LoggedRequest, ProjectRow, WebsiteRow } from './types.ts';

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** 'same' (default): both services on one port; a number: the SEO service on its own (0: a free one). */
  seoPort?: number | 'same';
  /** A file, or ':memory:' (default). */
  database?: string;
  /** Where the services live under their origin: '' (default) or like '/stats'. */
  basePath?: string;
  key?: string;
  /** The key of the SEO service; the same as `key` unless given. */
  seoKey?: string;
  behave?: Behaviour;
  /** false: no second origin is opened for redirects and false links to lead to. */
  foreignOrigin?: boolean;
  /** Told of each request once its answer is decided; the entry is the one in the log. */
  onAnswer?: (entry: LoggedRequest) => void;
}

/** A running sandbox. The addresses carry the base path and no trailing slash. */
export interface Sandbox {
  url: string;
  seoUrl: string;
  /** Another origin; its requests are in `log` with service 'foreign'. */
  foreignUrl: string;
  key: string;
  seoKey: string;
  /** Every request so far, oldest first; the same array throughout. */
  log: LoggedRequest[];
  clearLog(): void;
  websites(): WebsiteRow[];
  projects(): ProjectRow[];
  addWebsite(fields: WebsiteFields): WebsiteRow;
  /** A number makes up that many, in one transaction. */
  addWebsites(all: number | WebsiteFields[]): WebsiteRow[];
  addProject(fields: ProjectFields): ProjectRow;
  /** Turns the switches named; undefined turns one back. Counted ones count from now. */
  behave(change: Behaviour): void;
  /** Empties records, log and counts, and turns every switch back to how the sandbox was started. */
  reset(): void;
  /** Rejects, once all is closed, where a request for an operation, or one with a key, ever carried a cookie. */
  close(): Promise<void>;
}

const listen = async (app: FastifyInstance, port: number, basePath: string): Promise<string> =>
  `${await app.listen({ port, host: '127.0.0.1' })}${basePath}`;

const cleanPath = (path: string) => (path === '' || path === '/' ? '' : `/${path.replace(/^\/+|\/+$/g, '')}`);

/** Starts the service on a loopback port. Rejects where the port is taken or the database cannot be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const key = options.key ?? 'sandbox-demo-key-0001';
  const seoKey = options.seoKey ?? key;
  const keys = { analytics: key, seo: seoKey };
  const log: LoggedRequest[] = [];
  const records = openRecords(options.database ?? ':memory:');
  const foreignOrigin = options.foreignOrigin === false ? undefined : await startForeignOrigin(log, keys);
  const foreignUrl = foreignOrigin?.url ?? 'http://foreign.invalid';
  const basePath = cleanPath(options.basePath ?? '');
  const behaviour = openBehaviour(options.behave);
  const limits = openLimits();
  const onAnswer = options.onAnswer ?? (() => undefined);
  const shared: Shared = { records, behaviour, limits, log, keys, basePath, foreignOrigin: foreignUrl, onAnswer };
  const { seoPort = 'same' } = options;
  const app = await buildServer(shared, seoPort === 'same' ? ['analytics', 'seo'] : ['analytics']);
  const seoApp = seoPort === 'same' ? undefined : await buildServer(shared, ['seo']);
  const withCookie: string[] = [];
  const noteCookies = () => {
    const carried = log.filter(({ cookie, operation, key }) => cookie && (operation || key !== 'none'));
    withCookie.push(...carried.map(describeRequest));
  };
  const clearLog = () => {
    noteCookies();
    log.length = 0;
  };
  const close = async () => {
    await Promise.all([app.close(), seoApp?.close(), foreignOrigin?.close()]);
    records.close();
    noteCookies();
    if (withCookie.length > 0) throw new Error(`A cookie travelled beside the key:\n${withCookie.join('\n')}`);
  };
  try {
    const url = await listen(app, options.port ?? 0, basePath);
    const seoUrl = seoApp ? await listen(seoApp, Number(seoPort), basePath) : url;
    return {
      url,
      seoUrl,
      foreignUrl,
      key,
      seoKey,
      log,
      clearLog,
      websites: records.websites,
      projects: records.projects,
      addWebsite: records.addWebsite,
      addWebsites: (all) => records.addWebsites(typeof all === 'number' ? manyWebsites(all) : all),
      addProject: records.addProject,
      behave: behaviour.merge,
      reset: () => {
        records.clear();
        limits.reset();
        behaviour.reset();
        clearLog();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
