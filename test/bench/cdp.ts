import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'puppeteer-core/internal/api/CDPSession.js';
import { Connection } from 'puppeteer-core/internal/cdp/Connection.js';
import { PipeTransport } from 'puppeteer-core/internal/node/PipeTransport.js';
import { findChromium } from '../tools/find.mjs';

export type { CDPSession, Connection };

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

/**
 * Starts a headless Chromium with a new profile, in which the server on `port` answers for every `http://` host.
 * Attaches no debugger, unlike Puppeteer, which would pause each new target.
 */
export function openChromium(port: number): { browser: Connection; close(): Promise<void> } {
  const executable = findChromium();
  if (!executable) throw new Error('No Chromium found: set CHROMIUM_PATH to one.');
  const profile = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const rules = `MAP *:80 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const args = [...flags, `--user-data-dir=${profile}`, `--host-resolver-rules=${rules}`, 'about:blank'];
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const silent = () => undefined;
  const pipe = new PipeTransport(input, output, silent);
  const browser = new Connection('', pipe, undefined, undefined, undefined, undefined, silent);
  return { browser, close: () => quit(child, profile) };
}

async function quit(child: ChildProcess, profile: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null) {
    child.kill();
    await gone;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
