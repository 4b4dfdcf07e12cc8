import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { useTeams } from '@/components/useTeams.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { draw, texts } from './drawn.ts';
import { asked, failed, loaded, ok, openPage, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const [crew, guests] = [
  { id: 't1', name: 'Crew' },
  { id: 't2', name: 'Guests' },
];
type Props = Parameters<typeof TeamChoice>[0];

beforeEach(openPage);

test.each<[what: string, given: Pick<Props, 'teams' | 'value'>, options: string[], chosen: string, isGone: boolean]>([
  ['none is there', { teams: [], value: undefined }, [], '', false],
  ['none is known yet', { teams: undefined, value: undefined }, [], '', false],
  ['none is chosen', { teams: [crew, guests], value: undefined }, ['team_own', 'Crew', 'Guests'], '', false],
  ['one is chosen', { teams: [crew, guests], value: guests }, ['team_own', 'Crew', 'Guests'], 't2', false],
  ['one is chosen, and none known yet', { teams: undefined, value: guests }, ['team_own', 'Guests'], 't2', false],
  ['the chosen one is gone', { teams: [crew], value: guests }, ['team_own', 'Crew', 'Guests'], 't2', true],
  ['the chosen one was the last', { teams: [], value: guests }, ['team_own', 'Guests'], 't2', true],
])('the choice where %s', async (_what, given, options, chosen, isGone) => {
  await draw(h(TeamChoice, { ...given, label: 'of', onChange: () => {} }));
  expect(texts('option')).toEqual(options);
  expect(document.querySelector('select')?.getAttribute('value') ?? '').toBe(chosen);
  expect(document.querySelector('.error')?.textContent).toBe(isGone ? 'team_gone' : undefined);
});

const umami = (id: string) => connectionOf(id, { kind: 'umami' });
test.each<
  [what: string, given: ConnectionAddress | undefined, isWanted: boolean, accounts: string[], is: object | undefined]
>([
  ['of an account', umami('a'), true, ['of a'], [crew]],
  ['that are not wanted', umami('b'), false, [], undefined],
  ['that could not be read', umami('failing'), true, ['of failing'], undefined],
  ['of a service without', connectionOf('c', { kind: 'matomo' }), true, [], undefined],
  ['of no connection', undefined, true, [], undefined],
])('the teams %s', async (_what, given, isWanted, accounts, is) => {
  worker.answers['teams.list'] = () => (accounts.includes('of failing') ? failed('server') : ok([crew]));
  const { now } = await loaded(() => useTeams(given, isWanted));
  expect(now()).toEqual(is);
  expect(asked('teams.list')).toHaveLength(accounts.length);
});

test('what was read is there at once where it is shown again, and read anew', async () => {
  worker.answers['teams.list'] = () => ok([crew]);
  await loaded(() => useTeams(umami('again'), true));
  expect((await loaded(() => useTeams(umami('again'), false))).now()).toEqual([crew]);
  worker.answers['teams.list'] = () => ok([]);
  expect((await loaded(() => useTeams(umami('again'), true))).now()).toEqual([]);
});
