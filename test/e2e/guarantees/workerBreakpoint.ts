import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateBuild } from '../../tools/build.ts';
import type { BrowserName } from './browsers.ts';

/** Where a worker that makes a website can be held: between two of its lines, with nothing of it changed but the pause. */
export type Place = 'looked-up' | 'noted' | 'answered' | 'stored';

/** A build whose worker asks at each of these places whether it may go on. */
export interface Breakpoints {
  build: string;
  /** Holds the next worker that comes to a place, for ever; resolves once it is there. */
  hold(place: Place): Promise<void>;
  close(): Promise<void>;
}

/** Goes before the worker's own script. It is told nothing and tells nothing but where it is. */
const prelude = (port: number) => `(() => {
  const { runtime } = globalThis.browser ?? chrome;
  const send = globalThis.fetch;
  const pass = (place) => send('http://127.0.0.1:${port}/' + place).catch(() => undefined);
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'POST') await pass('noted');
    const response = await send(input, init);
    await pass(init?.method === 'POST' ? 'answered' : 'looked-up');
    return response;
  };
  const add = runtime.onMessage.addListener.bind(runtime.onMessage);
  runtime.onMessage.addListener = (listener) =>
    add((message, sender, answer) =>
      listener(message, sender, (value) =>
        message.ask === 'websites.create' ? void pass('stored').then(() => answer(value)) : answer(value)),
    );
})();
`;

async function copyOf(browser: BrowserName): Promise<string> {
  const firefox = browser === 'Firefox';
  const given = firefox ? process.env.WAYMARK_BUILD_FIREFOX : process.env.WAYMARK_BUILD;
  if (!given) return privateBuild(firefox ? 'firefox' : 'chrome');
  const folder = await mkdtemp(join(tmpdir(), 'waymark-breakpoints-'));
  await cp(given, folder, { recursive: true });
  return folder;
}

export async function openBreakpoints(browser: BrowserName): Promise<Breakpoints> {
  let shut: { place: string; reached: () => void } | undefined;
  const held: ServerResponse[] = [];
  const server = createServer(({ url }, response) => {
    if (shut && url === `/${shut.place}`) {
      held.push(response);
      shut.reached();
      shut = undefined;
    } else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const build = await copyOf(browser);
  const worker = join(build, 'background.js');
  await writeFile(worker, prelude((server.address() as AddressInfo).port) + (await readFile(worker, 'utf8')));
  return {
    build,
    hold: (place) =>
      new Promise((reached) => {
        shut = { place, reached };
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(build, { recursive: true, force: true });
    },
  };
}
