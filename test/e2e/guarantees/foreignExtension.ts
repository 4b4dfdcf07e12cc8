import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserName } from './browsers.ts';

export const nothing = 'nothing';

interface Speaker {
  sendMessage?(...message: unknown[]): Promise<unknown>;
  connect?(id: string): { postMessage(message: unknown): void; onDisconnect: { addListener(on: () => void): void } };
}

/**
 * Sends messages from any context. Resolves to the answers as JSON, or `nothing` if there is none. Uses nothing outside
 * itself, because it is sent as text.
 */
export async function forge(id: string, messages: unknown[]): Promise<string[]> {
  const world = globalThis as unknown as Record<'browser' | 'chrome', { runtime?: Speaker } | undefined>;
  const runtime = (world.browser ?? world.chrome)?.runtime;
  const told = (answer: unknown) => (answer === undefined || answer === null ? 'nothing' : JSON.stringify(answer));
  const send = async (message: unknown) => {
    try {
      if (!runtime?.sendMessage) return 'nothing';
      return told(await (id ? runtime.sendMessage(id, message) : runtime.sendMessage(message)));
    } catch {
      return 'nothing';
    }
  };
  return Promise.all(messages.map(send));
}

/** Sends the messages through a port, if the browser opens one. Answers would come as messages of the port. */
function forgeByPort(id: string, messages: unknown[]): Promise<string[]> {
  const world = globalThis as unknown as Record<'browser' | 'chrome', { runtime: Required<Speaker> } | undefined>;
  return new Promise((resolve) => {
    try {
      const port = (world.browser ?? world.chrome)?.runtime.connect(id);
      if (!port) return resolve(['nothing']);
      const heard: string[] = [];
      (port as unknown as { onMessage: { addListener(on: (message: unknown) => void): void } }).onMessage.addListener(
        (message) => heard.push(JSON.stringify(message)),
      );
      port.onDisconnect.addListener(() => resolve(heard.length ? heard : ['nothing']));
      for (const message of messages) port.postMessage(message);
    } catch {
      resolve(['nothing']);
    }
  });
}

export interface ForeignExtension {
  folder: string;
  remove(): Promise<void>;
}

/** The other extension's id in Firefox. */
export const foreignId = 'foreign@waymark.example';
/** The host of the web pages in which the other extension has a script. */
export const foreignHost = 'foreign.example.com';

/**
 * Writes another extension that tries every way to be served by Waymark: from its background, by a port, from its page,
 * and from its script in web pages. `page.html` shows the answers to the first three, the web page those to the last.
 */
export async function writeForeignExtension(
  browser: BrowserName,
  ourId: string,
  messages: unknown[],
): Promise<ForeignExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-foreign-'));
  const speech = `const __name = (named) => named;\nconst said = ${JSON.stringify(messages)};\n${forge}\n${forgeByPort}\n`;
  const show = 'document.documentElement.dataset.heard = JSON.stringify';
  const by = (way: string) => `${way}(${JSON.stringify(ourId)}, said)`;
  const scripts = ['speech.js', 'background.js'];
  const matches = [`http://${foreignHost}/*`];
  const files: Record<string, string> = {
    'manifest.json': JSON.stringify({
      name: 'Another extension',
      version: '1',
      content_scripts: [{ matches, js: ['speech.js', 'content.js'], all_frames: true }],
      ...(browser === 'Chromium'
        ? { manifest_version: 3, host_permissions: matches, background: { service_worker: 'worker.js' } }
        : {
            manifest_version: 2,
            permissions: matches,
            background: { scripts },
            browser_specific_settings: { gecko: { id: foreignId } },
          }),
    }),
    'speech.js': speech,
    'worker.js': `importScripts(${JSON.stringify(scripts).slice(1, -1)});`,
    'background.js': `(globalThis.browser ?? chrome).runtime.onMessage.addListener((asked, sender, answer) => {
  Promise.all([${by('forge')}, ${by('forgeByPort')}]).then(answer);
  return true;
});`,
    'content.js': `${by('forge')}.then((heard) => { ${show}(heard); });`,
    'page.html': '<!doctype html><script src="speech.js"></script><script src="page.js"></script>',
    'page.js': `Promise.all([${by('forge')}, ${by('forgeByPort')}, (globalThis.browser ?? chrome).runtime.sendMessage('tell')])
  .then(([page, port, [background, backgroundPort]]) => { ${show}({ page, port, background, backgroundPort }); });`,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
