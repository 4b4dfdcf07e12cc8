import { useEffect, useRef, useState } from 'preact/hooks';
import { type ListInput, type ListWebsites, type LookUpProgress, lookUpHosts } from '@/lib/addMany/lookUp.ts';
import { type Knowledge, nothingKnown, type ParsedEntry, unknownHosts } from '@/lib/addMany/preview.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { nextRequestAt, noRateLimit } from '@/lib/services/rateLimit.ts';
import { get } from '@/lib/storage/settings.ts';
import { cachedHosts } from '@/lib/storage/siteCache.ts';

/** More requests than these are asked for first. */
const mostUnasked = 20;

export interface CheckState {
  /** asking: under way. more: waits for the person to allow many requests. ended: with or without a problem. */
  phase: 'asking' | 'more' | 'ended';
  asked: number;
  left: number;
  /** The service is asked again at this moment. */
  until?: number;
  problem?: Problem;
}

const fresh: CheckState = { phase: 'asking', asked: 0, left: 0 };

const sleepFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** One page of websites, not sooner than the service's limit allows, and again where it asks for a pause. */
function listing(base: string, signal: AbortSignal, onWait: (until?: number) => void): ListWebsites {
  const waitUntil = async (moment: number) => {
    onWait(moment);
    await sleepFor(moment - Date.now(), signal);
    onWait();
  };
  return async (input: ListInput) => {
    for (;;) {
      const pace = (await get(rateLimitsNow))[new URL(base).origin] ?? noRateLimit;
      const now = Date.now();
      const moment = nextRequestAt(pace, true, now);
      if (moment > now) await waitUntil(moment);
      if (signal.aborted) return { ok: false, problem: { kind: 'cancelled' } };
      const answer = await ask('websites.list', input, { signal, serviceUrl: base });
      if (answer.ok || answer.problem.kind !== 'busy' || signal.aborted) return answer;
      await waitUntil(Date.now() + (answer.problem.retryAfter ?? 30) * 1000);
    }
  };
}

const learnt = (known: Knowledge, found: LookUpProgress, at: number): Knowledge => ({
  registered: new Set([...known.registered, ...found.registered]),
  absent: new Map([...known.absent, ...found.absent.map((host) => [host, at] as const)]),
  unsure: new Set([...(known.unsure ?? []), ...(found.unsure ?? [])]),
  ...(found.complete || known.complete ? { complete: known.complete ?? at } : {}),
});

/** Finds out which of the sites are registered: from what is known here, then from the service. */
export function useCheck(reads: readonly ParsedEntry[] | undefined, base: string) {
  const [known, setKnown] = useState<Knowledge>(nothingKnown);
  const [state, setState] = useState<CheckState>(fresh);
  const [round, setRound] = useState(0);
  const cancel = useRef<AbortController | undefined>(undefined);
  const allow = useRef<((go: boolean) => void) | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins it again
  useEffect(() => {
    if (!reads) return;
    const controller = new AbortController();
    cancel.current = controller;
    const { signal } = controller;
    const tell = (part: Partial<CheckState>) => !signal.aborted && setState((before) => ({ ...before, ...part }));
    const learn = (now: Knowledge) => !signal.aborted && setKnown(now);
    const mayGoOn = () =>
      new Promise<boolean>((resolve) => {
        allow.current = resolve;
      });
    void runCheck({ reads, base, signal, tell, learn, mayGoOn });
    return () => controller.abort();
  }, [reads, base, round]);

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

interface Run {
  reads: readonly ParsedEntry[];
  base: string;
  signal: AbortSignal;
  tell: (part: Partial<CheckState>) => void;
  learn: (known: Knowledge) => void;
  /** Asks the person before many requests are made. */
  mayGoOn: () => Promise<boolean>;
}

async function runCheck({ reads, base, signal, tell, learn, mayGoOn }: Run): Promise<void> {
  let known: Knowledge = { ...nothingKnown, registered: await cachedHosts(base) };
  learn(known);
  const groups = unknownHosts(reads, known);
  const at = Date.now();
  const steps = lookUpHosts(
    groups,
    listing(base, signal, (until) => tell({ until })),
  );
  tell({ ...fresh, phase: groups.size ? 'asking' : 'ended' });
  while (groups.size) {
    const step = await steps.next();
    if (step.done) return tell({ phase: 'ended', left: 0, problem: step.value ?? undefined });
    const { value } = step;
    known = learnt(known, value, at);
    learn(known);
    tell({ asked: value.asked, left: value.left });
    if (value.asked > 1 || value.left <= mostUnasked) continue;
    tell({ phase: 'more' });
    if (!(await mayGoOn())) return tell({ phase: 'ended', left: 0 });
    tell({ phase: 'asking' });
  }
}
