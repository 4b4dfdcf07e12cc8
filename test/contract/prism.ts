import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../sandbox/listen.ts';

const root = new URL('../../', import.meta.url);
const facts = fileURLToPath(new URL('service.openapi.yaml', import.meta.url));
const program = fileURLToPath(new URL('node_modules/.bin/prism', root));

/** A proxy that lets valid requests pass, and answers all others itself with a problem document. */
export interface Prism {
  url: string;
  close(): Promise<void>;
}

/** Starts Prism in front of a service. Rejects with Prism's output if it does not start. */
export async function startPrism(upstream: string): Promise<Prism> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'proxy', facts, upstream, '--errors', '-p', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Prism ended: ${printed.slice(-2000)}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
