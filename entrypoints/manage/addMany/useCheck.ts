import { useEffect, useRef, useState } from 'preact/hooks';
import { type Asking, type LookUpProgress, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import { type Knowledge, nothingKnown, type ParsedEntry, unknownHosts } from '@/lib/addMany/preview.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { nextRequestAt, noRateLimit } from '@/lib/services/rateLimit.ts';
import { get } from '@/lib/storage/settings.ts';
import { cachedHosts } from '@/lib/storage/siteCache.ts';
import { sleep } from '@/lib/util/sleep.ts';

/** The person is asked before more requests than this are made. */
const maxUnconfirmed = 20;

export interface CheckState {
  /** asking: under way. more: waits for the person to allow many requests. ended: with or without a problem. */
  phase: 'asking' | 'more' | 'ended';
  asked: number;
  left: number;
  /** No request before this moment (milliseconds since 1970). */
  until?: number;
  problem?: Problem;
}

const fresh: CheckState = { phase: 'asking', asked: 0, left: 0 };

/** The service that is asked, and the account there. */
interface Where {
  serviceUrl: string;
  account: string;
}

/** Asks the service for websites within its rate limit. */
function asking({ serviceUrl, account }: Where, signal: AbortSignal, onWait: (until?: number) => void): Asking {
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

/** Finds out which of the sites are registered: from the site cache, then from the service. */
export function useCheck(parsed: readonly ParsedEntry[] | undefined, { serviceUrl, account }: Where) {
  const [known, setKnown] = useState<Knowledge>(nothingKnown);
  const [state, setState] = useState<CheckState>(fresh);
  const [round, setRound] = useState(0);
  const cancel = useRef<AbortController | undefined>(undefined);
  const allow = useRef<((go: boolean) => void) | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins it again
  useEffect(() => {
    if (!parsed) return;
    const controller = new AbortController();
    cancel.current = controller;
    const { signal } = controller;
    const tell = (part: Partial<CheckState>) => !signal.aborted && setState((before) => ({ ...before, ...part }));
    const onKnown = (now: Knowledge) => !signal.aborted && setKnown(now);
    const confirmMore = () =>
      new Promise<boolean>((resolve) => {
        allow.current = resolve;
      });
    void runCheck({ parsed, serviceUrl, account, signal, tell, onKnown, confirmMore });
    return () => controller.abort();
  }, [parsed, serviceUrl, account, round]);

  return {
    known,
    state,
    stop: () => {
      cancel.current?.abort();
      setState((before) => ({ ...before, phase: 'ended', until: undefined }));
    },
    again: () => {
      setState(fresh);
      setRound((before) => before + 1);
    },
    allow: (go: boolean) => allow.current?.(go),
  };
}

interface Run extends Where {
  parsed: readonly ParsedEntry[];
  signal: AbortSignal;
  tell: (part: Partial<CheckState>) => void;
  onKnown: (known: Knowledge) => void;
  /** Asks the person before many requests are made. */
  confirmMore: () => Promise<boolean>;
}

async function runCheck({ parsed, signal, tell, onKnown, confirmMore, ...where }: Run): Promise<void> {
  let known: Knowledge = { ...nothingKnown, registered: await cachedHosts(where.account) };
  onKnown(known);
  const groups = unknownHosts(parsed, known);
  const at = Date.now();
  let mayAsk = false;
  tell({ ...fresh, phase: groups.size ? 'asking' : 'ended' });
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
