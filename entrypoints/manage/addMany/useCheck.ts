import { useCallback, useEffect, useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { type LookUpOptions, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import { type Knowledge, nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { listedHosts } from '@/lib/messages/records.ts';
import type { Problem } from '@/lib/services/index.ts';
import { nextRequestAt, noRateLimit } from '@/lib/services/rateLimit.ts';
import { type ConnectionAddress, get } from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { Place } from './usePlaces.ts';

/** How many requests a check may send without asking the person first. */
const maxUnconfirmed = 20;

export interface CheckState {
  /** `more`: the check waits for the person to allow many requests. `ended`: it is over, maybe with a problem. */
  phase: 'asking' | 'more' | 'ended';
  /** `asked`: how many requests were sent; `left`: how many remain. */
  asked: number;
  left: number;
  /** The moment before which no request is sent (milliseconds since 1970). */
  until?: number;
  problem?: Problem;
}

const notAsked: CheckState = { phase: 'asking', asked: 0, left: 0, until: undefined, problem: undefined };

/** Returns the functions by which `lookUpHosts` sends requests to the service, within its rate limit. */
function asking(
  { analyticsUrl, account }: ConnectionAddress,
  signal: AbortSignal,
  onWait: (until?: number) => void,
): LookUpOptions {
  const waitFor = async (ms: number) => {
    if (ms <= 0) return true;
    onWait(Date.now() + ms);
    await sleep(ms, signal);
    onWait();
    return true;
  };
  return {
    list: async (input) => {
      const rateLimit = (await get(rateLimitsNow))[new URL(analyticsUrl).origin] ?? noRateLimit;
      await waitFor(nextRequestAt(rateLimit, true, Date.now()) - Date.now());
      if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } };
      return ask('websites.list', input, { signal, account });
    },
    wait: (seconds) => waitFor(seconds * 1000),
    signal,
    at: Date.now(),
  };
}

/** The knowledge about the sites of one account, and the state of its check. */
interface ServiceCheck extends CheckState {
  known: Knowledge;
  /** The entries that were checked last or are being checked. Undefined if no site is to be added to this service. */
  parsed?: readonly ParsedEntry[] | undefined;
  cancel?: AbortController;
  /** Called with the person's decision whether many requests may be sent. */
  allow?: (go: boolean) => void;
}

const nothingChecked: ServiceCheck = { ...notAsked, known: nothingKnown };

const isSame = (one: readonly ParsedEntry[], other: readonly ParsedEntry[]) =>
  one.length === other.length && one.every((read, at) => read === other[at]);

const phases = ['more', 'asking', 'ended'] as const;

function together(states: readonly CheckState[]): CheckState {
  const untils = states.flatMap(({ until }) => until ?? []);
  return {
    phase: phases.find((phase) => states.some((state) => state.phase === phase)) ?? 'asking',
    asked: states.reduce((sum, { asked }) => sum + asked, 0),
    left: states.reduce((sum, { left }) => sum + left, 0),
    // The checks together wait only if each check in the phase `asking` waits.
    until:
      untils.length && untils.length === states.filter(({ phase }) => phase === 'asking').length
        ? Math.min(...untils)
        : undefined,
    problem: states.find(({ problem }) => problem)?.problem,
  };
}

/** Makes the object that checks which sites are registered. It asks a service only about the sites to add there. */
function checker() {
  // By account. A check stays here even if its service gets no sites now, because it may be needed again.
  let checks: ReadonlyMap<string, ServiceCheck> = new Map();
  let show = (_: typeof checks) => {};
  const checkOf = (account: string) => checks.get(account) ?? nothingChecked;
  const set = (account: string, part: Partial<ServiceCheck>) => {
    checks = new Map(checks).set(account, { ...checkOf(account), ...part });
    show(checks);
  };
  const cancelAll = () => {
    for (const { cancel } of checks.values()) cancel?.abort();
  };

  const begin = async ({ connection, parsed }: Place) => {
    const { account } = connection;
    let { known, cancel } = checkOf(account);
    cancel?.abort();
    cancel = new AbortController();
    const { signal } = cancel;
    const change = (part: Partial<ServiceCheck>) => !signal.aborted && set(account, part);
    // Resets the state. Otherwise the end of an earlier check would be shown until the service is asked.
    set(account, { ...notAsked, parsed, cancel });
    const stored = await listedHosts(account).catch(() => []);
    known = { ...known, registered: new Set([...known.registered, ...stored]) };
    change({ known });
    let mayAsk = false;
    const problem = await lookUpHosts(
      parsed,
      known,
      asking(connection, signal, (until) => change({ until })),
      async (found) => {
        change(found);
        if (mayAsk || found.left <= maxUnconfirmed) return true;
        mayAsk = await new Promise<boolean>((allow) => change({ phase: 'more', allow }));
        if (mayAsk) change({ phase: 'asking' });
        return mayAsk;
      },
    );
    change({ phase: 'ended', left: 0, problem });
  };
  return {
    showIn(draw: typeof show) {
      show = draw;
      draw(checks);
      return cancelAll;
    },
    begin,
    /** Checks the sites of each connection, and stops the checks of connections that get no sites any more. */
    follow(places: readonly Place[]) {
      const accounts = new Set(places.map(({ connection }) => connection.account));
      for (const [account, { parsed, cancel }] of checks) {
        if (!parsed || accounts.has(account)) continue;
        cancel?.abort();
        set(account, { ...notAsked, parsed: undefined });
      }
      for (const place of places) {
        const { parsed } = checkOf(place.connection.account);
        if (!parsed || !isSame(parsed, place.parsed)) void begin(place);
      }
    },
    stop() {
      cancelAll();
      for (const [account, { parsed }] of checks) if (parsed) set(account, { phase: 'ended', until: undefined });
    },
    allow(go: boolean) {
      for (const { allow } of checks.values()) allow?.(go);
    },
  };
}

/** Finds out which sites are registered: first from the stored hosts, then by asking the services in parallel. */
export function useCheck(places: readonly Place[] | undefined) {
  const [checks] = useState(checker);
  const checked = useWatched<ReadonlyMap<string, ServiceCheck>>(checks.showIn, [checks], new Map());
  useEffect(() => {
    if (places) checks.follow(places);
  }, [checks, places]);
  const stateOf = (account: string): CheckState => checked.get(account) ?? notAsked;
  return {
    knownOf: useCallback((account: string): Knowledge => checked.get(account)?.known ?? nothingKnown, [checked]),
    stateOf,
    state: together(places?.map(({ connection }) => stateOf(connection.account)) ?? []),
    failed: places?.find(({ connection }) => stateOf(connection.account).problem)?.connection,
    stop: checks.stop,
    again: () =>
      places?.filter(({ connection }) => stateOf(connection.account).phase === 'ended').forEach(checks.begin),
    allow: checks.allow,
  };
}
