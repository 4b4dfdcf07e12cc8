// Sets up a newly started server, as in the official container images, and prints a key with all rights: node
// test/tools/setup.mjs firstRun umami http://127.0.0.1:3000, or matomo http://127.0.0.1:8080 DATABASE_HOST
import { eventually, firstRun as setUpMatomo } from './matomoServer.ts';
import { Remedy } from './tell.mjs';

/** Logs in to the one account with which Umami begins. */
async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'umami' }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`Umami gave no token (${answer.status}).`);
  return token;
}

const probes = { umami: '/api/heartbeat', matomo: '/matomo.js' };

const [kind = '', url = '', databaseHost = 'localhost'] = process.argv.slice(2);
if (!(kind === 'umami' || kind === 'matomo') || !URL.canParse(url))
  throw new Remedy('Say which: umami or matomo, and its address.');
const isUp = async () => {
  const { ok, status } = await fetch(url + probes[kind]);
  if (!ok) throw new Error(`${url} answers ${status}`);
};
await eventually(`${kind} does not start`, isUp, 180_000);
process.stdout.write(`${await (kind === 'umami' ? logIn(url) : setUpMatomo(url, databaseHost))}\n`);
