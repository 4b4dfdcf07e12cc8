import { expect, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { own } from '../services.ts';

// The answers of Matomo 5.3.1 to users with limited rights.
const raw = async (fields: Record<string, string>, { url, key }: { url: string; key: string }) => {
  const body = new URLSearchParams({ module: 'API', format: 'JSON', ...fields, token_auth: key });
  const response = await fetch(`${url}/index.php`, { method: 'POST', body });
  return [response.status, await response.json()];
};
const needs = (access: string) => ({
  result: 'error',
  message: `You can't access this resource as it requires ${access}.`,
});
const withId = (idsite: number) => expect.objectContaining({ idsite });
const view = (id: number) => needs(`'view' access for the website id = ${id}`);
const admin = (id: number) => needs(`'admin' access for the website id = ${id}`);
// The user may view the first website, but not the second. In the last column, the user administers the third one.
const limited: [method: string, idSite: number, viewer: [number, unknown], mixed?: [number, unknown]][] = [
  ['getSitesWithAdminAccess', 0, [200, []], [200, [withId(102)]]],
  ['getSitesIdWithAdminAccess', 0, [200, []], [200, [102]]],
  ['getSitesIdWithAtLeastViewAccess', 0, [200, [100, 102]]],
  ['getSitesWithAtLeastViewAccess', 0, [200, [withId(100), withId(102)]]],
  ['getSiteFromId', 100, [200, withId(100)]],
  ['getSiteUrlsFromId', 100, [200, ['https://one.example']]],
  ['getSiteFromId', 101, [401, view(101)]],
  ['getSiteUrlsFromId', 101, [401, view(101)]],
  ['getSiteUrlsFromId', 9, [401, view(9)]],
  ['updateSite', 100, [401, admin(100)]],
  ['updateSite', 102, [401, admin(102)], [200, { result: 'success', message: 'ok' }]],
  ['updateSite', 9, [401, admin(9)]],
  ['addSite', 0, [401, needs("a 'superuser' access")]],
  ['deleteSite', 102, [401, needs("a 'superuser' access")]],
];
const users = ['view', 'write', 'admin'] as const;
test.each(users.flatMap((rights) => limited.map((row): [typeof rights, ...typeof row] => [rights, ...row])))(
  'a user with the right to %s: %s of %i',
  async (rights, name, idSite, viewer, mixed = viewer) => {
    const server = await own(startMatomo({ rights }));
    server.put(['https://one.example'], { access: 'view' });
    server.put(['https://one.example/two'], { access: 'none' });
    server.put(['https://three.example']);
    const fields = { method: `SitesManager.${name}`, idSite: `${idSite}`, siteName: 'a' };
    expect(await raw(fields, server)).toEqual(rights === 'admin' ? mixed : viewer);
  },
);
test('a user without any website', async () => {
  const server = await own(startMatomo({ rights: 'view' }));
  const answer = await raw({ method: 'API.getMatomoVersion' }, server);
  expect(answer).toEqual([401, needs('view access for at least one website')]);
});
