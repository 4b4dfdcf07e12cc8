import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull } from '../../tier.ts';
import { tryWith } from '../util/forAny.ts';
import { type Habits, World } from './world.ts';

type Act = (world: World) => unknown;

const few = fc.nat(5);
const act: fc.Arbitrary<[name: string, act: Act]> = fc.oneof(
  { weight: 3, arbitrary: few.map((at): [string, Act] => [`createThere ${at}`, (world) => world.createThere(at)]) },
  few.map((at): [string, Act] => [`deleteThere ${at}`, (world) => world.deleteThere(at)]),
  fc
    .tuple(few, few)
    .map(([at, to]): [string, Act] => [`renameThere ${at} ${to}`, (world) => world.renameThere(at, to)]),
  few.map((at): [string, Act] => [`setThere ${at}`, (world) => world.setThere(at)]),
  few.map((at): [string, Act] => [`show ${at}`, (world) => world.show(at)]),
  few.map((at): [string, Act] => [`find ${at}`, (world) => world.find(at)]),
  fc
    .tuple(few, fc.boolean())
    .map(([at, isReported]): [string, Act] => [`create ${at} ${isReported}`, (world) => world.create(at, isReported)]),
  fc
    .tuple(few, fc.constantFrom(0, 1), fc.boolean())
    .map(([at, to, isReported]): [string, Act] => [
      `update ${at} ${to} ${isReported}`,
      (world) => world.update(at, to as 0 | 1, isReported),
    ]),
  few.map((at): [string, Act] => [`remove ${at}`, (world) => world.remove(at)]),
  fc.constant<[string, Act]>(['list', (world) => world.list()]),
  { weight: 2, arbitrary: fc.constant<[string, Act]>(['read', (world) => world.read()]) },
  { weight: 8, arbitrary: few.map((at): [string, Act] => [`answer ${at}`, (world) => world.answer(at)]) },
  fc.constant<[string, Act]>(['die', (world) => world.die()]),
  fc.constant<[string, Act]>(['forgetList', (world) => world.forgetList()]),
  fc.boolean().map((isOther): [string, Act] => [`replaceKey ${isOther}`, (world) => world.replaceKey(isOther)]),
  fc.constant<[string, Act]>(['reconnect', (world) => world.reconnect()]),
);

const anyActs = fc.array(act, { maxLength: 40, size: 'max' });

const habits: fc.Arbitrary<Habits> = fc.record({
  pageSize: fc.integer({ min: 1, max: 3 }),
  reusesIds: fc.boolean(),
  endsAfter: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined, freq: 5 }),
  repeats: fc.boolean(),
  uncounted: fc.boolean(),
  terse: fc.boolean(),
});

test('in any order of answers, writes, deaths and other people’s changes the store says what the service has said', () =>
  tryWith({ numRuns: isFull ? 50_000 : 1_000 }, [habits, anyActs], async (given, acts) => {
    const world = new World(given);
    for (const [name, play] of acts) {
      world.step++;
      await play(world);
      expect([name, await world.faults()]).toEqual([name, []]);
    }
    world.step++;
    await world.rest();
    expect(await world.faults()).toEqual([]);
    world.step++;
    if (await world.readUndisturbed()) expect(await world.hostsStored()).toEqual(world.hostsThere());
  }));
