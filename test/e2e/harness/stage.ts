import { afterAll, beforeAll } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, type Service } from './connect.ts';
import { launch } from './launch.ts';
import type { LaunchOptions, Session } from './session.ts';
import { openWeb } from './web.ts';

/** The servers that answer for the sites of the web: http on a port, or the addresses that `hosts` gives. */
interface Sites {
  port?: number;
  hosts?: Record<string, string>;
  close(): Promise<void>;
}

/** What the tests of a file use. Its properties are set before the first test begins. */
export interface Stage<W, S = Sandbox> {
  web: W;
  sandbox: S;
  session: Session;
}

interface Staging extends Omit<LaunchOptions, 'web' | 'hosts'> {
  /**
   * `withSeo`: also connects the sandbox's SEO service. False: connects nothing. By default, connects the analytics
   * service alone.
   */
  connected?: 'withSeo' | false;
  behave?: Behaviour;
}

/**
 * Sets up one Chromium with the extension, a service and a web server, for all tests of a file.
 * @param open starts the web server; by default, one with demo pages
 * @param start starts the service; by default, the sandbox
 */
export function inChromium<
  W extends Sites = Awaited<ReturnType<typeof openWeb>>,
  S extends Service & { close(): Promise<void> } = Sandbox,
>(
  { connected, behave = {}, ...options }: Staging = {},
  open: (sandbox: S) => Promise<W> = () => openWeb() as Promise<Sites> as Promise<W>,
  start: () => Promise<S> = () => startSandbox({ behave }) as Promise<Service> as Promise<S>,
): Stage<W, S> {
  const stage = {} as Stage<W, S>;
  beforeAll(async () => {
    stage.sandbox = await start();
    stage.web = await open(stage.sandbox);
    const { port, hosts } = stage.web;
    stage.session = await launch({ ...options, ...(port ? { web: { port } } : {}), ...(hosts ? { hosts } : {}) });
    if (connected !== false) await connect(stage.session, stage.sandbox, { seo: connected === 'withSeo' });
  });
  afterAll(async () => {
    await stage.session?.close();
    await stage.web?.close();
    await stage.sandbox?.close();
  });
  return stage;
}
