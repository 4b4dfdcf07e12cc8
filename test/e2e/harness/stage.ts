import { afterAll, beforeAll } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from './connect.ts';
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
export interface Stage<W> {
  web: W;
  sandbox: Sandbox;
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
 * Sets up one Chromium with the extension, a sandbox service and a web server, for all tests of a file. `open`: starts
 * the web server; by default, one with demo pages.
 */
export function inChromium<W extends Sites = Awaited<ReturnType<typeof openWeb>>>(
  { connected, behave = {}, ...options }: Staging = {},
  open: (sandbox: Sandbox) => Promise<W> = () => openWeb() as Promise<Sites> as Promise<W>,
): Stage<W> {
  const stage = {} as Stage<W>;
  beforeAll(async () => {
    stage.sandbox = await startSandbox({ behave });
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
