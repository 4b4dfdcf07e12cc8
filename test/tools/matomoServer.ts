import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../sandbox/listen.ts';
import { quietly } from './tell.mjs';

/** The Debian release that has Matomo among its packages, and the packages of the server. */
const release = 'trixie';
const packages = ['matomo', 'mariadb-server', 'php-cli', 'php-mysql', 'php-xml', 'php-mbstring', 'php-gd', 'php-curl'];

const program = '/usr/share/matomo';
const person = { login: 'admin', password: 'waymark-test', email: 'admin@waymark.example' };
const database = { dbname: 'matomo', username: 'matomo', password: 'matomo' };

/** The environment inside the folder, where this computer's temporary folder does not exist. */
const env = { ...process.env, TMPDIR: '/tmp' };

/** A real Matomo on the loopback interface. `token`: a token with all rights. */
export interface MatomoServer {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** Returns why Matomo cannot be installed here; undefined if it can. */
export const whyNoMatomo = (): string | undefined =>
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'A real Matomo is installed in a folder of its own, as Debian packages: that needs root on Linux.'
    : undefined;

/** Installs Debian with Matomo, MariaDB and PHP in a folder, without an effect outside of it. */
async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await quietly('Fetching a Debian for Matomo (a minute or two)', 'debootstrap', [
    '--variant=minbase',
    release,
    folder,
  ]);
  // Without this policy, the packages would start their services themselves.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
  await quietly('Installing Matomo, MariaDB and PHP in it (a minute or two)', 'chroot', [folder, ...apt, ...packages], {
    env,
  });
}

/** Repeats an attempt until it succeeds. Rejects after `patience` (milliseconds). */
export async function eventually<T>(what: string, attempt: () => Promise<T>, patience = 30_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw new Error(`${what}: ${error instanceof Error ? error.message : error}`);
      await sleep(200);
    }
  }
}

/** Completes Matomo's set-up pages in order, as a person would. */
async function setUp(url: string, databaseHost: string): Promise<void> {
  const cookies = new Map<string, string>();
  const page = async (action: string, form?: Record<string, string>) => {
    const answer = await fetch(`${url}/index.php?action=${action}`, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams({ ...form, submit: 'Next' }) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    // Matomo shows a form again if it does not accept it.
    if (answer.status !== (form ? 302 : 200)) throw new Error(`Matomo's set-up stopped at ${action}: ${answer.status}`);
  };
  await page('systemCheck');
  await page('databaseSetup', {
    type: 'InnoDB',
    host: databaseHost,
    ...database,
    tables_prefix: 'matomo_',
    adapter: 'PDO\\MYSQL',
    schema: 'Mariadb',
  });
  await page('tablesCreation');
  await page('setupSuperUser', { ...person, password_bis: person.password });
  await page('firstWebsiteSetup', { siteName: 'First', url: 'https://first.example', timezone: 'UTC', ecommerce: '0' });
  await page('finished', {});
}

/** Sets up a newly started Matomo with an empty database. Resolves to a token with all rights. */
export async function firstRun(url: string, databaseHost: string): Promise<string> {
  await setUp(url, databaseHost);
  const body = new URLSearchParams({
    module: 'API',
    format: 'JSON',
    method: 'UsersManager.createAppSpecificTokenAuth',
    userLogin: person.login,
    passwordConfirmation: person.password,
    description: 'Waymark',
  });
  const answer = await fetch(`${url}/index.php`, { method: 'POST', body });
  const { value } = (await answer.json()) as { value?: string };
  if (!value) throw new Error(`Matomo gave no token (${answer.status}).`);
  return value;
}

async function end(processes: readonly ChildProcess[]): Promise<void> {
  for (const { pid } of processes) {
    try {
      // Each process was started as the leader of a group, so this ends its workers, too.
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has ended by itself.
    }
  }
  await Promise.all(
    processes.map((one) => one.exitCode ?? one.signalCode ?? new Promise((resolve) => one.once('close', resolve))),
  );
}

/**
 * Installs Matomo in a new folder, and starts it with an empty database: one super user, one site. `stop` ends all its
 * processes. The caller removes the folder.
 */
export async function startMatomo(folder: string): Promise<MatomoServer> {
  await install(folder);
  const inside = (command: string) => promisify(execFile)('chroot', [folder, 'sh', '-c', command], { env });
  const processes: ChildProcess[] = [];
  const serve = (...command: string[]) =>
    processes.push(spawn('chroot', [folder, ...command], { detached: true, stdio: 'ignore', env }));
  const stop = () => end(processes);
  // Runs before other exit listeners, which may remove the folder.
  process.prependOnceListener('exit', () => void stop());
  try {
    await inside(
      `rm -rf /var/lib/mysql ${program}/config/config.ini.php && install -d -o mysql /run/mysqld /var/lib/mysql && mariadb-install-db --user=mysql --force`,
    );
    // Some kernels do not allow asynchronous input and output in a changed root.
    serve('mariadbd', '--user=mysql', '--innodb-use-native-aio=0', '--skip-networking');
    const { dbname, username, password } = database;
    const sql = `CREATE DATABASE ${dbname}; CREATE USER ${username}@localhost IDENTIFIED BY '${password}'; GRANT ALL ON ${dbname}.* TO ${username}@localhost;`;
    await eventually('MariaDB', () => inside('mariadb-admin ping'));
    await inside(`mariadb -e "${sql}"`);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const www = [
      'setpriv',
      '--reuid=www-data',
      '--regid=www-data',
      '--clear-groups',
      'env',
      'PHP_CLI_SERVER_WORKERS=3',
    ];
    serve(...www, 'php', '-S', `127.0.0.1:${port}`, '-t', `${program}/public`);
    await eventually('PHP', () => fetch(`${url}/matomo.js`));
    return { url, token: await firstRun(url, 'localhost'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
