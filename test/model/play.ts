import fc from 'fast-check';
import { type Act, run } from './acts.ts';
import { badgeOn } from './adapter.ts';
import { program } from './bundle.ts';
import { sequences } from './commands.ts';
import { plain, type Switches, switches } from './switches.ts';
import { World } from './world.ts';

export async function worldOf(services: readonly [Switches, Switches]): Promise<World> {
  const world = new World(await program(), services);
  await world.clock.work(badgeOn(world.page));
  await run(world, { do: 'connect', service: 0, account: 0 });
  return world;
}

/** Plays a fixed sequence on services with these differences from plain ones. Resolves to the faults found. */
export async function play(
  services: readonly [Partial<Switches>, Partial<Switches>],
  acts: readonly Act[],
): Promise<string[]> {
  const world = await worldOf([
    { ...plain, ...services[0] },
    { ...plain, ...services[1] },
  ]);
  for (const act of acts) {
    await run(world, act);
    await world.look();
  }
  await world.rest();
  return world.truth.faults;
}

const most = 8;

/** Plays random sequences on random services. Rejects with the shortest sequence that fails, its seed and its path. */
export async function playMany(
  count: number,
  seed: number,
  path?: string,
  kinds: Pick<Switches, 'kind'>[] = [],
): Promise<void> {
  const [first, second] = [0, 1].map((at) => switches.map((one) => ({ ...one, ...kinds[at] })));
  const property = fc.asyncProperty(
    first as typeof switches,
    second as typeof switches,
    sequences,
    async (one, two, commands) => {
      const world = await worldOf([one, two]);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
      await world.rest();
      const { faults } = world.truth;
      if (faults.length) throw new Error(faults.slice(0, most).join('\n'));
    },
  );
  const found = await fc.check(property, { numRuns: count, seed, ...(path ? { path } : {}) });
  if (!found.failed) return;
  const [one, two, commands] = found.counterexample ?? [];
  const services = JSON.stringify([differing(one), differing(two)]);
  const because = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  throw new Error(
    `${because}\n\nservices: ${services}\nacts: [${commands}]\nseed ${seed}, path ${found.counterexamplePath}`,
  );
}

/** Returns the switches that differ from those of a plain service. */
const differing = (switches: Switches | undefined): Partial<Switches> =>
  Object.fromEntries(
    Object.entries(switches ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name as keyof Switches]),
    ),
  );
