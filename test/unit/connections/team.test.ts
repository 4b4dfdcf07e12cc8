import { expect, test } from 'vitest';
import { teamOfNew } from '@/lib/connections/team.ts';

const chosen = { kind: 'umami', team: 't1', teamName: 'Crew' } as const;

test.each<[what: string, ...Parameters<typeof teamOfNew>, team: object | undefined]>([
  ['none is chosen', { kind: 'umami' }, undefined],
  ['chosen', chosen, { id: 't1', name: 'Crew' }],
  ['chosen, without its name', { kind: 'umami', team: 't1' }, { id: 't1', name: 't1' }],
  ['of a kind without teams', { ...chosen, kind: 'matomo' }, undefined],
  ['of a kind that is not known yet', { team: 't1' }, undefined],
])('%s', (_what, connection, team) => {
  expect(teamOfNew(connection)).toEqual(team);
});
