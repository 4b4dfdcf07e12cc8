import { afterAll, beforeAll } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from './connect.ts';
import { launch } from './launch.ts';
import type { LaunchOptions, Session } from './session.ts';
import { openWeb, type Web } from './web.ts';

/** What the tests of a file play on, once the first of them begins. */
export interface Stage {
  web: Web;
  sandbox: Sandbox;
  session: Session;
}

interface Staging extends Omit<LaunchOptions, 'web'> {
  /** Connected to the sandbox service alone, unless to its SEO half, too, or to none. */
  connected?: 'withSeo' | false;
}

/** One Chromium with the extension for all tests of a file, a web of demo pages and a sandbox service. */
export function inChromium({ connected, ...options }: Staging = {}): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    [stage.web, stage.sandbox] = await Promise.all([openWeb(), startSandbox()]);
    stage.session = await launch({ ...options, web: stage.web });
    if (connected !== false) await connect(stage.session, stage.sandbox, { seo: connected === 'withSeo' });
  });
  afterAll(async () => {
    await stage.session?.close();
    await Promise.all([stage.sandbox?.close(), stage.web?.close()]);
  });
  return stage;
}
