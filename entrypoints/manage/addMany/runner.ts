import { copiedEntries } from '@/lib/addMany/copy.ts';
import { fileText } from '@/lib/addMany/fileText.ts';
import { lookUpHosts } from '@/lib/addMany/lookUp.ts';
import { parseSites } from '@/lib/addMany/parse.ts';
import { parseEntries } from '@/lib/addMany/preview.ts';
import { itemOf } from '@/lib/addMany/rows.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { knownHosts, listedHosts } from '@/lib/messages/records.ts';
import { learnSuffixes, suffixOf } from '@/lib/messages/suffixes.ts';
import { nextRequestAt, noRateLimit } from '@/lib/services/rateLimit.ts';
import { type ConnectionAddress, get } from '@/lib/storage/settings.ts';
import { timeText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { collect } from '@/lib/util/timeSlices.ts';
import { jobStarter } from '../jobs/useStartJob.ts';
import { type WholeList, wholeList } from '../list/wholeList.ts';
import type { AddManyEvent } from './reduce.ts';
import { areSame, checkAt, copyOf, hostsIn, inputOf, isParsed, isRead, notAsked, placesOf } from './select.ts';
import type { AddMany, ParseInput, Place, ServiceCheck, Source, Starting } from './state.ts';

type Send = (...event: AddManyEvent) => void;
type Run = (tell: Send, signal: AbortSignal) => Promise<void>;
/**
 * Something to do as long as the state demands it. It is cancelled if the state stops demanding it, or demands it for
 * other values (`of`). It reports its results by calling `tell`, which does nothing after it is cancelled.
 */
type Task = readonly [name: string, of: readonly unknown[], run: Run];

/** How long the person must pause in typing before the text of the box is read (milliseconds). */
const typingPause = 120;
/** How many requests a check may send without asking the person first. */
const maxUnconfirmed = 20;

function missingText({ websites, complete, at }: WholeList): string {
  if (!websites.length) return t('manage.no_websites');
  return complete ? '' : t('manage.read_incomplete', { count: numberText(websites.length), time: timeText(at) });
}

const readSource =
  ({ id, file, text, chosen, list: before }: Source): Run =>
  async (tell, signal) => {
    const content = file ? await fileText(file, navigator.language) : { text };
    if ('failed' in content) {
      tell('set', { problem: t(content.failed === 'large' ? 'addmany.file_large' : 'addmany.file_failed') });
      return tell('source-removed', id);
    }
    if (!id && text !== before?.of?.[0]) await sleep(typingPause, signal);
    if (signal.aborted) return;
    const choose = (columns: unknown) => (isSame(columns, before?.choice) ? chosen : []);
    const list = await parseSites(content.text, { signal, choose });
    if (list) tell('source-read', id, content.text, list);
  };

/** Copies another connection's websites to the connection `to`, as sites to add. */
const copy =
  ({ id, account }: ConnectionAddress, to: ConnectionAddress, all: AddMany['list']): Run =>
  async (tell, signal) => {
    const set = (last: NonNullable<AddMany['copy']>['last']) => tell('set', { copy: { from: id, last } });
    const onProgress = ({ read }: { read: number }) => set({ account, read });
    const found = await wholeList({ connection: id, account, signal, onProgress });
    if ('kind' in found) return set(found.kind === 'cancelled' ? undefined : { account, problem: found });
    const entries = copiedEntries(found.websites, to.id);
    if (entries.length) tell('source-added', distinctNames(all).get(id) ?? '', { entries });
    tell('set', { problem: missingText(found), copy: undefined });
  };

const readKnown =
  (list: AddMany['list']): Run =>
  async (tell) => {
    const knownAt = async (account: string) => new Set(await knownHosts(account).catch(() => []));
    const hosts = await Promise.all(list.map(async ({ account }) => [account, await knownAt(account)] as const));
    tell('known', { list, hosts: new Map(hosts) });
  };

/** Makes the function that begins and cancels the tasks that a state demands. Call it with each new state. */
export function runnerOf(now: () => AddMany, send: Send): (state: AddMany) => void {
  const running = new Map<string, { of: readonly unknown[]; cancel: AbortController }>();
  const startJob = jobStarter();
  /** By account, a function that continues a check which waits for the person to allow many requests. */
  const goOn = new Map<string, () => void>();

  const parse =
    (of: ParseInput): Run =>
    async (tell, signal) => {
      const [entries, choice] = of;
      const problem = await learnSuffixes(hostsIn(entries), signal);
      if (problem) return tell('set', { read: { ...now().read, of, problem } });
      const parsed = await collect(parseEntries(entries, choice, suffixOf), signal);
      if (parsed) tell('set', { read: { of, parsed } });
    };

  /**
   * Finds out which sites of a place are registered: first from the stored hosts, then by asking the service, within
   * its rate limit.
   */
  const check =
    (place: Place): Run =>
    async (tell, signal) => {
      const { account, analyticsUrl } = place.connection;
      const set = (part: Partial<ServiceCheck>) => tell('checking', account, part);
      const waitFor = async (ms: number) => {
        if (ms <= 0) return true;
        set({ until: Date.now() + ms });
        await sleep(ms, signal);
        set({ until: undefined });
        return true;
      };
      const stored = await listedHosts(account).catch(() => []);
      const { known: before } = checkAt(now(), place);
      const known = { ...before, registered: new Set([...before.registered, ...stored]) };
      set({ ...notAsked, of: place.parsed, known });
      const list: Parameters<typeof lookUpHosts>[2]['list'] = async (input) => {
        const rateLimit = (await get(rateLimitsNow))[new URL(analyticsUrl).origin] ?? noRateLimit;
        await waitFor(nextRequestAt(rateLimit, true, Date.now()) - Date.now());
        if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } };
        return ask('websites.list', input, { signal, account });
      };
      let isAllowed = false;
      const options = { list, wait: (seconds: number) => waitFor(seconds * 1000), signal, at: Date.now() };
      const problem = await lookUpHosts(place.parsed, known, options, async (found) => {
        set(found);
        if (isAllowed || found.left <= maxUnconfirmed) return;
        await new Promise<void>((resolve) => {
          goOn.set(account, resolve);
          set({ phase: 'more' });
        });
        isAllowed = true;
      });
      set({ phase: 'ended', left: 0, problem });
    };

  const start =
    ({ jobs }: Starting): Run =>
    async (tell) => {
      for (const { connection, rows, job } of jobs) {
        const items = rows.map((row) => itemOf(row, job.fields));
        const answer = await startJob({ ...job, items }, connection.account);
        if (!answer.ok) return tell('start-failed', answer.problem);
        tell('ticked', rows, false);
      }
      tell('started');
    };

  const tasksOf = (state: AddMany): Task[] => {
    const { sources, box, shown, list, step, preview, starting } = state;
    const readings = [...sources, box].filter((source) => !isRead(source));
    const places = placesOf(state) ?? [];
    const checked = places.filter((place) => checkAt(state, place).phase !== 'ended');
    const input = inputOf(state);
    const { from } = copyOf(state);
    const last = state.copy?.last;
    const isCopying = last?.read !== undefined && last.account === from?.account;
    const isSeveral = step === 'preview' && list.length > 1;
    const tasks: (Task | false | undefined)[] = [
      ...readings.map((one): Task => [`read ${one.id}`, [one.text, one.chosen], readSource(one)]),
      ...checked.map((place): Task => [`check ${place.connection.account}`, place.parsed, check(place)]),
      shown && !isParsed(state) && ['parse', input, parse(input)],
      shown && isCopying && from && ['copy', [from.account], copy(from, shown, list)],
      shown && isSeveral && preview.known?.list !== list && ['known', list, readKnown(list)],
      starting && ['start', [starting], start(starting)],
    ];
    return tasks.filter((task) => !!task);
  };

  return (state) => {
    const tasks = tasksOf(state);
    for (const [name, { of, cancel }] of running) {
      if (tasks.some((task) => task[0] === name && areSame(task[1], of))) continue;
      cancel.abort();
      running.delete(name);
    }
    for (const [name, of, run] of tasks) {
      if (running.has(name)) continue;
      const cancel = new AbortController();
      running.set(name, { of, cancel });
      void run((...event) => !cancel.signal.aborted && send(...event), cancel.signal);
    }
    for (const [account, go] of goOn) if (now().preview.checks.get(account)?.phase === 'asking') go();
  };
}
