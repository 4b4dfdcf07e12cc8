import { rmSync } from 'node:fs';
import { privateBuild } from './build.ts';

/** Builds the extension for browser tests that are run by hand. For `npm test`, it is built already (WAYMARK_BUILD). */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env.WAYMARK_BUILD) return undefined;
  const build = await privateBuild();
  process.env.WAYMARK_BUILD = build;
  return () => rmSync(build, { recursive: true, force: true });
}
