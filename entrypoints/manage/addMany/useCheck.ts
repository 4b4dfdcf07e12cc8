import { useCallback, useEffect, useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { type LookUpOptions, type LookUpProgress, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import { type Knowledge, nothingKnown, type ParsedEntry, unknownHosts } from '@/lib/addMany/preview.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import { knownHosts } from '@/lib/messages/records.ts';
import type { Problem } from '@/lib/services/index.ts';
import { nextRequestAt, noRateLimit } from '@/lib/services/rateLimit.ts';
import { get } from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { Place } from './usePlaces.ts';

/** The most requests that are made without asking the person. */
const maxUnconfirmed = 20;

export interface CheckState {
  /** asking: under way. more: waits for the person to allow many requests. ended: with or without a problem. */
  phase: 'asking' | 'more' | 'ended';
  /** The numbers of requests that were made, and that remain. */
  asked: number;
  left: number;
  /** No request before this moment (milliseconds since 1970). */
  until?: number;
  problem?: Problem;
}

const notAsked: CheckState = { phase: 'asking', asked: 0, left: 0, until: undefined, problem: undefined };

/** The service that is asked, and the account there. */
interface ServiceAccount {
  serviceUrl: string;
  account: string;
}

/** Returns the functions with which `lookUpHosts` asks the service, within its rate limit. */
function asking(
  { serviceUrl, account }: ServiceAccount,
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
      const rateLimit = (await get(rateLimitsNow))[new URL(serviceUrl).origin] ?? noRateLimit;
      await waitFor(nextRequestAt(rateLimit, true, Date.now()) - Date.now());
      if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } };
      return ask('websites.list', input, { signal, account });
    },
    wait: (seconds) => waitFor(seconds * 1000),
    signal,
  };
}

const withFound = (known: Knowledge, found: LookUpProgress, at: number): Knowledge => ({
  registered: new Set([...known.registered, ...found.registered]),
  absent: new Map([...known.absent, ...found.absent.map((host) => [host, at] as const)]),
  unsure: new Set([...(known.unsure ?? []), ...(found.unsure ?? [])]),
  ...(found.complete || known.complete ? { complete: known.complete ?? at } : {}),
});

/** The knowledge about the sites at one service, and the progress of its check. */
interface ServiceCheck {
  known: Knowledge;
  state: CheckState;
}

const nothingChecked: ServiceCheck = { known: nothingKnown, state: notAsked };

/** One check of one service. */
interface Running {
  parsed: readonly ParsedEntry[];
  cancel: AbortController;
  allow?: (go: boolean) => void;
}

const isSame = (one: readonly ParsedEntry[], other: readonly ParsedEntry[]) =>
  one.length === other.length && one.every((read, at) => read === other[at]);

const phases = ['more', 'asking', 'ended'] as const;

/** Sums up the checks of several services. */
function together(states: readonly CheckState[]): CheckState {
  const untils = states.flatMap(({ until }) => until ?? []);
  return {
    phase: phases.find((phase) => states.some((state) => state.phase === phase)) ?? 'asking',
    asked: states.reduce((sum, { asked }) => sum + asked, 0),
    left: states.reduce((sum, { left }) => sum + left, 0),
    // While one service is being asked, the whole does not wait.
    until:
      untils.length && untils.length === states.filter(({ phase }) => phase === 'asking').length
        ? Math.min(...untils)
        : undefined,
    problem: states.find(({ problem }) => problem)?.problem,
  };
}

/** Checks several services, each for the sites that go to it. */
function checker() {
  let checked: ReadonlyMap<string, ServiceCheck> = new Map();
  let show = (_: typeof checked) => {};
  const running = new Map<string, Running>();
  // By account. The results stay when the list of sites changes.
  const found = new Map<string, Knowledge>();

  const set = (now: typeof checked) => {
    checked = now;
    show(checked);
  };
  const cancelAll = () => {
    for (const { cancel } of running.values()) cancel.abort();
  };
  const begin = ({ connection: { account, analyticsUrl: serviceUrl }, parsed }: Place) => {
    running.get(account)?.cancel.abort();
    const run: Running = { parsed, cancel: new AbortController() };
    running.set(account, run);
    const { signal } = run.cancel;
    const change = (part: (before: ServiceCheck) => ServiceCheck) =>
      !signal.aborted && set(new Map(checked).set(account, part(checked.get(account) ?? nothingChecked)));
    const tell = (part: Partial<CheckState>) => change(({ known, state }) => ({ known, state: { ...state, ...part } }));
    const onKnown = (known: Knowledge) => {
      if (!signal.aborted) found.set(account, known);
      change(({ state }) => ({ known, state }));
    };
    const confirmMore = () =>
      new Promise<boolean>((resolve) => {
        run.allow = resolve;
      });
    // Otherwise the end of an earlier check would be shown until the service is asked.
    tell(notAsked);
    const before = found.get(account) ?? nothingKnown;
    void runCheck({ parsed, before, serviceUrl, account, signal, tell, onKnown, confirmMore });
  };
  return {
    showIn(draw: typeof show) {
      show = draw;
      draw(checked);
      return cancelAll;
    },
    begin,
    /** Checks each service for the sites that go to it now, and ends the checks of services without sites. */
    follow(places: readonly Place[]) {
      const accounts = new Set(places.map(({ connection }) => connection.account));
      for (const [account, { cancel }] of running)
        if (!accounts.has(account)) {
          cancel.abort();
          running.delete(account);
        }
      set(new Map([...checked].filter(([account]) => accounts.has(account))));
      for (const place of places) {
        const run = running.get(place.connection.account);
        if (!run || !isSame(run.parsed, place.parsed)) begin(place);
      }
    },
    stop() {
      cancelAll();
      set(
        new Map(
          [...checked].map(([account, { known, state }]) => [
            account,
            { known, state: { ...state, phase: 'ended', until: undefined } },
          ]),
        ),
      );
    },
    allow(go: boolean) {
      for (const run of running.values()) run.allow?.(go);
    },
  };
}

/**
 * Finds out which of the sites are registered: from the stored hosts, then from the services, which are asked in
 * parallel, each for the sites that go to it.
 */
export function useCheck(places: readonly Place[] | undefined) {
  const [checks] = useState(checker);
  const checked = useWatched<ReadonlyMap<string, ServiceCheck>>(checks.showIn, [checks], new Map());
  useEffect(() => {
    if (places) checks.follow(places);
  }, [checks, places]);
  const stateOf = (account: string) => checked.get(account)?.state ?? notAsked;
  return {
    knownOf: useCallback((account: string): Knowledge => checked.get(account)?.known ?? nothingKnown, [checked]),
    stateOf,
    state: together(places?.map(({ connection }) => stateOf(connection.account)) ?? []),
    stop: checks.stop,
    /** Checks each service again whose check has ended. */
    again: () =>
      places?.filter(({ connection }) => stateOf(connection.account).phase === 'ended').forEach(checks.begin),
    allow: checks.allow,
  };
}

interface CheckRun extends ServiceAccount {
  parsed: readonly ParsedEntry[];
  /** Earlier results. */
  before: Knowledge;
  signal: AbortSignal;
  tell: (part: Partial<CheckState>) => void;
  onKnown: (known: Knowledge) => void;
  /** Asks the person before many requests are made. */
  confirmMore: () => Promise<boolean>;
}

async function runCheck({ parsed, before, signal, tell, onKnown, confirmMore, ...where }: CheckRun): Promise<void> {
  const stored = await knownHosts(where.account).catch(() => []);
  let known: Knowledge = { ...before, registered: new Set([...before.registered, ...stored]) };
  onKnown(known);
  const groups = unknownHosts(parsed, known);
  const at = Date.now();
  let mayAsk = false;
  tell({ ...notAsked, phase: groups.size ? 'asking' : 'ended' });
  if (!groups.size) return;
  const problem = await lookUpHosts(
    groups,
    asking(where, signal, (until) => tell({ until })),
    async (told) => {
      known = withFound(known, told, at);
      onKnown(known);
      tell({ asked: told.asked, left: told.left });
      if (mayAsk || told.left <= maxUnconfirmed) return true;
      tell({ phase: 'more' });
      mayAsk = await confirmMore();
      if (mayAsk) tell({ phase: 'asking' });
      return mayAsk;
    },
  );
  tell({ phase: 'ended', left: 0, problem });
}
