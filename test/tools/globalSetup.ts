import { rmSync } from 'node:fs';
import { privateBuild } from './build.ts';

/** For browser tests run by hand: builds what they test. `npm test` has built it already and says where. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (process.env.WAYMARK_BUILD) return undefined;
  const build = await privateBuild();
  process.env.WAYMARK_BUILD = build;
  return () => rmSync(build, { recursive: true, force: true });
}
