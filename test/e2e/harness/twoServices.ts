import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from './connect.ts';
import { closePages, stored, withBarePage } from './extension.ts';
import { launch } from './launch.ts';
import type { Session } from './session.ts';
import { openWeb, type Web } from './web.ts';

/** The services of the connections with the ids `a` and `b`. */
export let a: Sandbox;
export let b: Sandbox;
export let session: Session;

interface Stored {
  id: string;
  account: string;
  analyticsUrl: string;
  name?: string;
  rules?: string[];
}

/** Returns the stored connections. */
export async function connected(): Promise<{ active: string; list: Stored[] }> {
  const { connections } = (await stored(session)) as { connections?: { value: { active: string; list: Stored[] } } };
  return connections?.value ?? { active: '', list: [] };
}

/**
 * Stores the names of the connections, their rules, and which one was used last, as another page would. By default, they
 * are `Client A`, which was used last, and `Client B`, and no site goes to one by a rule.
 */
export async function arrange({
  active = 'a',
  names = { a: 'Client A', b: 'Client B' } as Record<string, string>,
  rules = {} as Record<string, string[]>,
} = {}): Promise<void> {
  const list = (await connected()).list.map(({ rules: _, ...one }) => ({
    ...one,
    ...(names[one.id] ? { name: names[one.id] } : {}),
    ...(rules[one.id] ? { rules: rules[one.id] } : {}),
  }));
  await withBarePage(session, (page) =>
    page.evaluate((value) => chrome.storage.local.set({ connections: { version: 2, value } }), { active, list }),
  );
}

/** Connects both services. `seo`: whether the first one's SEO service, too. */
export async function connectBoth(seo = false): Promise<void> {
  await connect(session, a, { connection: 'a', seo });
  await connect(session, b, { connection: 'b' });
  await arrange();
}

/** Sets up a browser that is connected to two services, for all tests of a file. After each, it may not complain. */
export function playWithTwoServices(behave: Behaviour = {}): void {
  let web: Web;
  beforeAll(async () => {
    web = await openWeb();
    a = await startSandbox({ behave });
    b = await startSandbox({ behave, key: 'sandbox-demo-key-of-b-0002' });
    session = await launch({ web });
    await connectBoth();
  });
  afterEach(async () => {
    await closePages(session);
    expect(session.complaints).toEqual([]);
  });
  afterAll(async () => {
    await session?.close();
    await Promise.all([a?.close(), b?.close(), web?.close()]);
  });
}
