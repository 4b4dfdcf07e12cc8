import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../sandbox/listen.ts';
import { privateBuild } from '../../tools/build.ts';
import type { BrowserName } from './browsers.ts';

/** The places in the worker's code at which a create can be held. Only the pause is added to the code. */
export type Place = 'looked-up' | 'noted' | 'answered' | 'stored';

/** A build whose worker asks at each of these places whether it may continue. */
export interface Breakpoints {
  build: string;
  /** Holds the worker for ever at this place. Resolves once the given number of creates has reached it. */
  hold(place: Place, creates?: number): Promise<void>;
  close(): Promise<void>;
}

/** Runs before the worker's own script. It only reports where the worker is. */
const prelude = (port: number) => `(() => {
  const { runtime } = globalThis.browser ?? chrome;
  const send = globalThis.fetch;
  const pass = (place, of) => send('http://127.0.0.1:${port}/' + place + '?' + of).catch(() => undefined);
  globalThis.fetch = async (input, init) => {
    // Some kinds use POST for reading, too, and name the method in the body.
    const isCreate = init?.method === 'POST' && !/method=(?!SitesManager\\.addSite)/.test(String(init.body));
    const { host } = new URL(input);
    if (isCreate) await pass('noted', host);
    const response = await send(input, init);
    await pass(isCreate ? 'answered' : 'looked-up', host);
    return response;
  };
  const add = runtime.onMessage.addListener.bind(runtime.onMessage);
  runtime.onMessage.addListener = (listener) =>
    add((message, sender, answer) =>
      listener(message, sender, (value) =>
        message.ask === 'websites.create' ? void pass('stored', message.input.domain).then(() => answer(value)) : answer(value)),
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
  let shut: { place: string; creates: number; come: Set<string>; reached: () => void } | undefined;
  const held: ServerResponse[] = [];
  const server = createServer(({ url }, response) => {
    const [place, of = ''] = (url ?? '').slice(1).split('?');
    if (!shut || shut.place !== place) return void response.end();
    held.push(response);
    if (shut.come.add(of).size < shut.creates) return;
    shut.reached();
    shut = undefined;
  });
  const { port, close } = await listen(server);
  const build = await copyOf(browser);
  const worker = join(build, 'background.js');
  await writeFile(worker, prelude(port) + (await readFile(worker, 'utf8')));
  return {
    build,
    hold: (place, creates = 1) =>
      new Promise((reached) => {
        shut = { place, creates, come: new Set(), reached };
      }),
    close: async () => {
      await close();
      await rm(build, { recursive: true, force: true });
    },
  };
}
