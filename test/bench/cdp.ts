import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findChromium } from '../tools/find.mjs';

type Params = Record<string, unknown>;
type Listener = (params: Params, session?: string) => void;

/** A Chromium to which nothing attaches by itself: test harnesses pause every new target and hold a debugger to it. */
export interface Chromium {
  /** Resolves to the result of a command of the debugging protocol, of one target's session or of the browser. */
  send<T = Params>(method: string, params?: Params, session?: string): Promise<T>;
  on(method: string, listener: Listener): () => void;
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--enable-unsafe-extension-debugging',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1280,850',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts a headless Chromium with a new profile; every `http://` host is answered by the server on `port`. */
export function openChromium(port: number): Chromium {
  const executable = findChromium();
  if (!executable) throw new Error('No Chromium found: set CHROMIUM_PATH to one.');
  const profile = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const rules = `MAP *:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const args = [...flags, `--user-data-dir=${profile}`, `--host-resolver-rules=${rules}`, 'about:blank'];
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  return { ...speak(child), close: () => quit(child, profile) };
}

async function quit(child: ChildProcess, profile: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null) {
    child.kill();
    await gone;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Messages are JSON texts, each ended by a zero byte. */
function speak(child: ChildProcess): Pick<Chromium, 'send' | 'on'> {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<Listener>>();
  let last = 0;
  let rest = Buffer.alloc(0);
  output.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      hear(JSON.parse(rest.subarray(0, end).toString()));
      rest = rest.subarray(end + 1);
    }
  });
  const hear = (message: {
    id?: number;
    result?: unknown;
    error?: { message: string };
    method?: string;
    params?: Params;
    sessionId?: string;
  }) => {
    if (message.id === undefined) {
      for (const listener of listeners.get(message.method ?? '') ?? [])
        listener(message.params ?? {}, message.sessionId);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  };
  return {
    send: <T>(method: string, params: Params = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: resolve as Waiting['resolve'], reject });
        input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
      }),
    on: (method, listener) => {
      const all = listeners.get(method) ?? new Set();
      listeners.set(method, all.add(listener));
      return () => void all.delete(listener);
    },
  };
}
