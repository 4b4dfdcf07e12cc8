import { expect, test } from 'vitest';
import { teamOfNew } from '@/lib/connections/team.ts';

const crew = { id: 't1', name: 'Crew, by now' };
const chosen = { kind: 'umami', team: 't1', teamName: 'Crew' } as const;

test.each<[what: string, ...Parameters<typeof teamOfNew>, team: object | undefined]>([
  ['none is chosen', { kind: 'umami' }, [crew], undefined],
  ['chosen, before the service is asked', chosen, undefined, { id: 't1', name: 'Crew' }],
  ['chosen, without its name', { kind: 'umami', team: 't1' }, undefined, { id: 't1', name: 't1' }],
  ['chosen, and there', chosen, [crew], crew],
  ['chosen, and no more there', chosen, [{ id: 't2', name: 'Crew' }], undefined],
  ['of a kind without teams', { ...chosen, kind: 'matomo' }, undefined, undefined],
  ['of a kind that is not known yet', { team: 't1' }, undefined, undefined],
])('%s', (_what, connection, teams, team) => {
  expect(teamOfNew(connection, teams)).toEqual(team);
});
