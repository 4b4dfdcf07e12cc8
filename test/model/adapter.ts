import type { Realm } from './realm.ts';
import type { Where } from './truth.ts';

// Only this file knows the messages between the product's pages and its worker.

// biome-ignore lint/suspicious/noExplicitAny: each revision of the product types its messages otherwise; the model reads them all alike
type Any = any;
export type Answer =
  | { ok: true; value: Any }
  | { ok: false; problem: { kind: string; message?: string; code?: string } };

/** A record as a page of the product shows it. */
export interface Seen {
  id: string;
  domain: string;
  locked?: string;
  privacy?: number;
}

/** Sends the worker a message as a page does. `where`: the account that the message is about. */
const ask = ({ inside }: Realm, name: string, input: object, where?: Where, isPrivate = false): Promise<Answer> =>
  (inside.ask as Any)(name, input, {
    ...(where ? { account: where.name } : {}),
    ...(isPrivate ? { private: true } : {}),
  });

/** The ids of the connections that a person may have. The first one always exists. */
export const slots = ['main', 'second', 'third', 'fourth'] as const;
export type Slot = 0 | 1 | 2 | 3;

export const connect = (page: Realm, slot: Slot, url: string, apiKey: string) =>
  ask(page, 'connection.save', {
    connection: slots[slot],
    services: { analytics: { url: url, key: apiKey } },
    keep: 'always',
  });

export const disconnect = (page: Realm, slot: Slot) => ask(page, 'connection.remove', { connection: slots[slot] });

export const setRules = (page: Realm, slot: Slot, rules: readonly string[]) =>
  page.inside.update(page.inside.connections, (all: Any) => ({
    ...all,
    list: all.list.map((one: Any) => (one.id === slots[slot] ? { ...one, rules } : one)),
  }));

export const always = (page: Realm, slot: Slot, host: string) =>
  ask(page, 'connection.rule', { connection: slots[slot], host });

/** Looks up a popup's site. */
export async function check(
  page: Realm,
  where: Where,
  host: string,
  isPrivate: boolean,
): Promise<{ says: 'found' | 'absent' | 'unknown' | 'failed'; matches: Seen[] }> {
  const answer = await ask(page, 'site.check', { host }, where, isPrivate);
  if (!answer.ok) return { says: 'failed', matches: [] };
  const { matches, complete } = answer.value;
  return { says: matches.length ? 'found' : complete === false ? 'unknown' : 'absent', matches };
}

/** Presses the button `Track`. `where`: the account for which the page was opened. */
export const track = (page: Realm, where: Where, domain: string, isPrivate: boolean, anyway: boolean) => {
  const insisting = anyway ? { despiteUnknown: true, again: page.world.clock.shown } : {};
  return ask(page, 'websites.create', { domain, privacy: 1, ...insisting }, where, isPrivate);
};

/** Whether a create was not sent because the site is, or may soon be, registered, so that the person may insist. */
export const mayInsist = (answer: Answer): boolean =>
  !answer.ok && ['maybe-registered', 'still-unconfirmed'].includes(answer.problem.code ?? '');

/** Whether the answer says that a create was sent and that its outcome is unknown. */
export const isUnconfirmed = (answer: Answer): boolean => !answer.ok && answer.problem.code === 'unconfirmed';

export const update = (page: Realm, where: Where, { id }: Seen, fields: object) =>
  ask(page, 'websites.update', { id, ...fields }, where);

export const remove = (page: Realm, where: Where, { id, domain }: Seen) =>
  ask(page, 'websites.delete', { id, domain }, where);

/** Reads one page of the manage page's list. */
export const list = (page: Realm, where: Where, cursor?: string) =>
  ask(page, 'websites.list', { per_page: 100, ...(cursor ? { cursor } : {}) }, where);

export const refresh = (page: Realm, slot: Slot) => ask(page, 'records.refresh', { connection: slots[slot] });

/** Reads all pages, as the export does. */
export async function readAll(page: Realm, where: Where): Promise<{ complete: boolean; items: Seen[] } | undefined> {
  const read = await page.inside.readPages<Seen>({
    list: (cursor) => list(page, where, cursor) as Any,
    wait: async (seconds) => {
      await page.world.clock.sleep(seconds * 1000);
      return true;
    },
  });
  return read.ok ? read.value : undefined;
}

/** Finds out, as the page Add many does, what it shows about each of these hosts before anything is added. */
export async function preview(page: Realm, where: Where, hosts: readonly string[]) {
  const { inside } = page;
  const entries = hosts.map((host) => ({ source: '', line: 1, text: host, site: inside.siteOfText(host) })) as Any;
  const suffixes = await ask(page, 'site.suffixes', { hosts });
  if (!suffixes.ok) return [];
  const suffixOf = (host: string) => suffixes.value[hosts.indexOf(host)] ?? {};
  const reads = [...inside.parseEntries(entries, 'seen', suffixOf)].filter((read) => read !== undefined);
  let known = inside.nothingKnown;
  const list = async (input: object) => {
    for (let tries = 0; ; tries++) {
      const answer = (await ask(page, 'websites.list', input, where)) as Any;
      if (answer.ok || answer.problem.kind !== 'busy' || tries > 5) return answer;
      await page.world.clock.sleep((answer.problem.retryAfter ?? 30) * 1000);
    }
  };
  await inside.lookUpHosts(reads, known, { list, at: page.world.clock.shown }, async (told) => {
    ({ known } = told);
  });
  return reads.flatMap((read) =>
    read.host
      ? [{ host: read.host, status: inside.previewStatus(read, known), absentAt: inside.absentAt(known, read.host) }]
      : [],
  );
}

export type Preview = Awaited<ReturnType<typeof preview>>[number];

export interface JobOf {
  id: string;
  kind: 'create' | 'update' | 'delete' | 'audit';
  items: { key: string; id?: string; absentAt?: number | undefined }[];
  fields: object;
}

/** Returns a record as an item of a bulk change. */
export const changeOf = ({ id, domain }: Seen) => ({ key: domain, id });

export const startJob = (page: Realm, where: Where, job: JobOf) =>
  ask(page, 'jobs.start', { ...job, speed: 'careful' }, where);

export type JobCommand = 'pause' | 'resume' | 'cancel' | 'retry' | 'look' | 'send' | 'undo' | 'dismiss';

/** Sends a command for a job. `look`, `send`: what to do with the items whose outcome is unknown. */
export const command = (page: Realm, name: JobCommand, id: string) =>
  name === 'look' || name === 'send'
    ? ask(page, 'jobs.retry', { id, unknown: name })
    : ask(page, `jobs.${name}`, { id });

/** Reads the stored jobs, with their items in the state `done`. */
export async function jobs(page: Realm) {
  const all = await page.inside.allJobs();
  return Promise.all(
    all.map(async (job: Any) => ({
      id: job.id as string,
      kind: job.kind as JobOf['kind'],
      state: job.state as string,
      url: job.serviceUrl as string,
      account: job.account as string,
      /** Whether the job waits for a person, who was told that the key is refused, has changed or is gone. */
      asks:
        job.state === 'paused' &&
        (job.problem?.kind === 'auth' || ['no-address', 'other-service', 'no-key'].includes(job.problem?.code)),
      fields: job.fields as Record<string, unknown>,
      open: [...(await page.inside.itemsOf(job.id, 'waiting')), ...(await page.inside.itemsOf(job.id, 'sending'))] as {
        key: string;
        id?: string;
        despiteUnknown?: boolean;
      }[],
      unknown: (await page.inside.itemsOf(job.id, 'unknown' as never)) as { key: string; id?: string }[],
      done: (await page.inside.itemsOf(job.id, 'done')) as {
        key: string;
        id?: string;
        outcome: string;
        before?: object;
      }[],
    })),
  );
}

export type Job = Awaited<ReturnType<typeof jobs>>[number];

/** `name`: the name of the account. */
type Kept = Record<'name' | 'host' | 'id', string>;

/** Reads the registered sites that are stored on this computer, and the creates whose outcome is open. */
export async function kept(page: Realm) {
  const store = (await page.inside.openRecords()) as Any;
  const [sites, creates, bulk] = await Promise.all([
    store.getAll('records.websites'),
    page.inside.openCreates(),
    page.inside.allJobs(),
  ]);
  const isPress = ({ job }: Any) => !bulk.some(({ id }: Any) => id === job);
  return {
    sites: sites.flatMap(({ account: name, hosts, record: { id } }: Any) =>
      hosts.map((host: string) => ({ name, host, id })),
    ) as Kept[],
    /** The hosts of the creates that Waymark still looks for, except those of jobs, which the jobs show. */
    pending: creates.filter((one: Any) => !one.isOver && isPress(one)).map(({ host }: Any) => host) as string[],
  };
}

/** Whether an account's whole list has been read. */
export async function isListRead(page: Realm, name: string): Promise<boolean> {
  const { state, why } = ((await page.inside.get(page.inside.refreshesNow)) as Any)[name] ?? {};
  return state === 'done' && !why;
}

export const badgeOn = (page: Realm) =>
  page.inside.update(page.inside.preferences, (all: Any) => ({ ...all, badge: true }));

/** The toolbar button's badge for a site that is not registered. */
export const absentBadge = '–';

/** Whether an entry is added by default. `isUnsure`: whether it is shown as possibly registered. */
export const isMeant = ({ status }: Preview) => status === 'new' || status === 'unchecked';
export const isUnsure = ({ status }: Preview) => (status as string) === 'unsure';

export const itemOf = (one: Preview) => ({
  key: one.host,
  ...(one.absentAt ? { absentAt: one.absentAt } : {}),
  ...(isUnsure(one) ? { despiteUnknown: true } : {}),
});
