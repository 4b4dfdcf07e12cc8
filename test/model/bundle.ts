import 'fake-indexeddb/auto';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import * as tldts from 'tldts';
import * as zod from 'zod/mini';
import { type Program, programOf } from './realm.ts';

const root = join(import.meta.dirname, '..', '..');

/** Bundles the worker, and the code of the pages that the model calls, as one program; once in each process. */
async function build(): Promise<Program> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'inside.ts'),
    // Modules without state are shared by all instances.
    external: ['zod/mini', 'tldts'],
    resolve: { alias: { '@': root } },
    plugins: [
      {
        name: 'browser',
        resolveId: (id) => (id === 'wxt/browser' ? '\0browser' : undefined),
        load: (id) => (id === '\0browser' ? 'export const browser = $browser;' : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'inside',
    exports: 'named',
    codeSplitting: false,
    globals: { 'zod/mini': 'externals.zod', tldts: 'externals.tldts' },
  });
  await bundle.close();
  return programOf(output[0].code, { zod, tldts });
}

let built: Promise<Program> | undefined;

export function program(): Promise<Program> {
  built ??= build();
  return built;
}
