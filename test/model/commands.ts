import fc from 'fast-check';
import { type Act, run } from './acts.ts';
import type { Slot } from './adapter.ts';
import { patterns } from './connections.ts';
import { hosts, weighted } from './switches.ts';
import type { World } from './world.ts';

const two = fc.constantFrom<0 | 1>(0, 1);
/** Usually the first connection. */
const slot = fc.constantFrom<Slot>(0, 0, 0, 1, 1, 2, 3);
const pick = fc.nat({ max: 11 });
const host = fc.nat({ max: hosts.length - 1 });
const some = (of: fc.Arbitrary<number>) => fc.array(of, { minLength: 1, maxLength: 4 });
/** Usually an action is waited for. Sometimes it continues during the next action, as in two windows. */
const now = weighted<number | undefined>([4, fc.constant(undefined)], [2, fc.constantFrom(0, 100, 3_000, 20_000)]);
const rarely = weighted([5, fc.constant(false)], [1, fc.constant(true)]);

type Fields<K extends Act['do']> = Omit<Extract<Act, { do: K }>, 'do'>;
const often = <K extends Act['do']>(
  weight: number,
  name: K,
  fields: { [F in keyof Fields<K>]: fc.Arbitrary<Fields<K>[F]> },
): [number, fc.Arbitrary<Act>] => [weight, fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<never>];

const anyAct = weighted<Act>(
  often(4, 'connect', { service: two, account: fc.constantFrom(0, 0, 0, 1), slot, now }),
  often(3, 'choose', { slot }),
  often(1, 'disconnect', { slot, now }),
  often(2, 'rules', { slot, patterns: fc.uniqueArray(fc.constantFrom(...patterns), { maxLength: 3 }) }),
  often(1, 'always', { slot, host }),
  often(3, 'menu', { host, private: rarely, slot: fc.option(slot, { nil: undefined, freq: 3 }), now }),
  often(5, 'popup', { host, private: rarely, now }),
  often(8, 'track', { host, private: rarely, anyway: fc.boolean(), now }),
  often(3, 'privacy', { pick, value: two, now }),
  often(2, 'edit', { pick, value: two, now }),
  often(4, 'delete', { pick, now }),
  often(4, 'list', {}),
  often(1, 'export', {}),
  often(4, 'refresh', { now }),
  often(3, 'bulk', { kind: fc.constantFrom('update', 'delete'), picks: some(pick), now }),
  often(4, 'addMany', { hosts: some(host), anyway: fc.boolean(), now }),
  often(2, 'job', { what: fc.constantFrom('pause', 'resume', 'cancel', 'retry', 'look', 'send', 'undo', 'dismiss') }),
  often(3, 'kill', {}),
  often(3, 'wait', { ms: fc.constantFrom(1_000, 8_000, 35_000, 120_000, 1_000_000) }),
  often(1, 'clock', { by: fc.constantFrom(-3_600_000, 3_600_000, -86_400_000) }),
  often(1, 'offline', { on: fc.boolean() }),
  often(1, 'revoke', { service: two, account: two }),
  often(2, 'colleague', { what: fc.constantFrom('add', 'remove', 'swap'), service: two, host }),
);

class Command implements fc.AsyncCommand<object, World> {
  readonly act: Act;
  constructor(act: Act) {
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, world: World): Promise<void> {
    await run(world, this.act);
    await world.look();
  }
  toString(): string {
    return JSON.stringify(this.act);
  }
}

/** Generates random sequences of actions. */
export const sequences = fc.commands([anyAct.map((act) => new Command(act))], { maxCommands: 12, size: 'max' });
