import fc from 'fast-check';
import { type Act, run } from './acts.ts';
import type { JobCommand, Slot } from './adapter.ts';
import { patterns } from './connections.ts';
import { hosts } from './switches.ts';
import type { World } from './world.ts';

const two = fc.constantFrom<0 | 1>(0, 1);
/** Mostly there is one connection. */
const slot = fc.constantFrom<Slot>(0, 0, 0, 1, 1, 2, 3);
const pick = fc.nat({ max: 11 });
const host = fc.nat({ max: hosts.length - 1 });
/** Most things are waited for; some go on while the next is done, as with two windows. */
const now = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(0, 100, 3_000, 20_000) },
);
const rarely = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const done = <K extends Act['do']>(name: K) => fc.constant(name);

const weighted: [number, fc.Arbitrary<Act>][] = [
  [4, fc.record({ do: done('connect'), service: two, account: fc.constantFrom<0 | 1>(0, 0, 0, 1), slot, now })],
  [3, fc.record({ do: done('choose'), slot })],
  [1, fc.record({ do: done('disconnect'), slot, now })],
  [2, fc.record({ do: done('rules'), slot, patterns: fc.uniqueArray(fc.constantFrom(...patterns), { maxLength: 3 }) })],
  [1, fc.record({ do: done('always'), slot, host })],
  [3, fc.record({ do: done('menu'), host, private: rarely, slot: fc.option(slot, { nil: undefined, freq: 3 }), now })],
  [5, fc.record({ do: done('popup'), host, private: rarely, now })],
  [8, fc.record({ do: done('track'), host, private: rarely, anyway: fc.boolean(), now })],
  [3, fc.record({ do: done('privacy'), pick, value: two, now })],
  [2, fc.record({ do: done('edit'), pick, value: two, now })],
  [4, fc.record({ do: done('delete'), pick, now })],
  [4, fc.record({ do: done('list') })],
  [1, fc.record({ do: done('export') })],
  [4, fc.record({ do: done('refresh'), now })],
  [
    3,
    fc.record({
      do: done('bulk'),
      kind: fc.constantFrom<'update' | 'delete'>('update', 'delete'),
      picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
      now,
    }),
  ],
  [
    4,
    fc.record({
      do: done('addMany'),
      hosts: fc.array(host, { minLength: 1, maxLength: 4 }),
      anyway: fc.boolean(),
      now,
    }),
  ],
  [
    2,
    fc.record({
      do: done('job'),
      what: fc.constantFrom<JobCommand>('pause', 'resume', 'cancel', 'retry', 'look', 'send', 'dismiss'),
    }),
  ],
  [3, fc.record({ do: done('kill') })],
  [3, fc.record({ do: done('wait'), ms: fc.constantFrom(1_000, 8_000, 35_000, 120_000, 1_000_000) })],
  [1, fc.record({ do: done('clock'), by: fc.constantFrom(-3_600_000, 3_600_000, -86_400_000) })],
  [1, fc.record({ do: done('offline'), on: fc.boolean() })],
  [1, fc.record({ do: done('revoke'), service: two, account: two })],
  [
    2,
    fc.record({
      do: done('colleague'),
      what: fc.constantFrom<'add' | 'remove' | 'swap'>('add', 'remove', 'swap'),
      service: two,
      host,
    }),
  ],
];

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

const anyAct = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Sequences of what is done. */
export const sequences = fc.commands([anyAct.map((act) => new Command(act))], { maxCommands: 12, size: 'max' });
