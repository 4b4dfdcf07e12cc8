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
  /** The port; by default 0, which takes a free one. */
  port?: number;
  /** 'same' (default): both services use one port. A number: the port of the SEO service (0: a free one). */
  seoPort?: number | 'same';
  /** The path of the database, or ':memory:' (default). */
  database?: string;
  /** The path of the services under their origin: '' (default), or for example '/stats'. */
  basePath?: string;
  key?: string;
  /** The key of the SEO service; by default `key`. */
  seoKey?: string;
  behave?: Behaviour;
  /** Called with a request's log entry once its answer has been decided. */
  onAnswer?: (entry: LoggedRequest) => void;
}

/** A running sandbox. Its addresses include the base path, and have no trailing slash. */
export interface Sandbox {
  url: string;
  seoUrl: string;
  /** The address of another origin, whose requests have the service 'foreign' in `log`. */
  foreignUrl: string;
  key: string;
  seoKey: string;
  /** All requests so far, oldest first. Always the same array. */
  log: LoggedRequest[];
  clearLog(): void;
  websites(): WebsiteRow[];
  projects(): ProjectRow[];
  addWebsite(fields: WebsiteFields): WebsiteRow;
  /** Adds websites in one transaction; for a number, makes up that many. */
  addWebsites(all: number | WebsiteFields[]): WebsiteRow[];
  addProject(fields: ProjectFields): ProjectRow;
  /** Sets these switches; undefined resets one. Limited switches count from now. */
  behave(change: Behaviour): void;
  /** Empties the records, the log and the counts, and resets all switches to the sandbox's initial behaviour. */
  reset(): void;
  /** Closes all servers. Rejects if a request for an operation, or a request with a key, had a cookie. */
  close(): Promise<void>;
}

const listen = async (app: FastifyInstance, port: number, basePath: string): Promise<string> =>
  `${await app.listen({ port, host: '127.0.0.1' })}${basePath}`;

const cleanPath = (path: string) => (path === '' || path === '/' ? '' : `/${path.replace(/^\/+|\/+$/g, '')}`);

/** Starts the service on a loopback port. Rejects if the port is taken or the database cannot be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const key = options.key ?? 'sandbox-demo-key-0001';
  const seoKey = options.seoKey ?? key;
  const keys = { analytics: key, seo: seoKey };
  const log: LoggedRequest[] = [];
  const records = openRecords(options.database ?? ':memory:');
  const foreignOrigin = await startForeignOrigin(log, keys);
  const foreignUrl = foreignOrigin.url;
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
    await Promise.all([app.close(), seoApp?.close(), foreignOrigin.close()]);
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
