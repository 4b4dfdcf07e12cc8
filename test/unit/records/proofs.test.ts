import { expect, test } from 'vitest';
import { memoryStore } from '@/lib/records/memory.ts';
import { questions } from '@/lib/records/questions.ts';
import { factsOf, knownSites } from '@/lib/records/read.ts';
import type { ListFacts, Row } from '@/lib/records/types.ts';
import { finishPass, proveHost, putAnswer, putFields, startPass } from '@/lib/records/write.ts';

const account = 'a';
const item = { id: '1', domain: 'a.example' };

test.each<[string, string[], string[]]>([
  ['nothing stands for does not come back', [], []],
  ['it stands for is stored', ['1'], ['a.example']],
])('with a page that was asked for before it is proved, a record whose host %s', async (_, ids, found) => {
  const store = memoryStore();
  const asked = questions();
  const [page, proof] = [asked.ask(account), asked.ask(account)];
  await proveHost(store, account, 'a.example', ids, proof);
  await putAnswer(store, 'websites', account, { items: [item], at: 2, question: page });
  expect((await knownSites(store, [account], ['a.example'])).map(({ host }) => host)).toEqual(found);
});

const ofLastKey: Row = { account, slot: '1', record: item, hosts: [], at: 1, pass: 0, replaced: true };
const unchanged: ListFacts = { account, list: 'websites', replaced: 1 };

test.each([true, false])(
  'a reading that shows a record of the last key that was written since proves nothing (%s), and keeps none that it does not show',
  async (isShown) => {
    const store = memoryStore();
    const asked = questions();
    await store.change(async (step) => {
      step.put('websites', ofLastKey);
      step.putFacts(unchanged);
    });
    const pass = await startPass(store, 'websites', account, 2);
    const page = asked.ask(account);
    asked.noteWrite(account, '1');
    await putFields(store, account, '1', { privacy: 0 }, 3);
    const answer = { items: isShown ? [item] : [], at: 4, position: 0, pass, question: page };
    await putAnswer(store, 'websites', account, answer);
    await finishPass(store, 'websites', account, { pass, now: 5 });
    const rows = await store.read((reads) => reads.batch('websites', account, undefined, 9));
    expect(rows.map(({ slot, replaced }) => [slot, replaced])).toEqual(isShown ? [['1', true]] : []);
    expect((await factsOf(store, 'websites', account))?.whole).toBe(isShown ? undefined : 5);
  },
);
