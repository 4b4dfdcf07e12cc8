import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A virtual screen, on which a headed browser disturbs nobody and real keys can be pressed. */
export interface Display {
  /** The value of the browser's DISPLAY variable. */
  readonly name: string;
  /** Presses keys one after the other, named as `xdotool key` names them. */
  press(...keys: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts Xvfb on a free display. */
export async function openDisplay(size = '1280x900x24'): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const told = server.stdio[3] as Readable;
  const started = once(told, 'data').then(([number]) => `:${String(number).trim()}`);
  const failed = exited.then(() => Promise.reject(new Error('Xvfb did not start')));
  failed.catch(() => {});
  const name = await Promise.race([started, failed]);
  return {
    name,
    press: async (...keys) => {
      await run('xdotool', ['key', ...keys], { env: { ...process.env, DISPLAY: name } });
    },
    close: async () => {
      server.kill();
      await exited;
    },
  };
}
