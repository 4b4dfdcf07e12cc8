import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from '@/lib/addMany/parse.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { get, preferences } from '@/lib/storage/settings.ts';
import { collect } from '@/lib/util/timeSlices.ts';
import { useSessionState } from './useSessionState.ts';

/** Which variant of a host is registered: as chosen here, or as in the preferences. */
export function useHostChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const [preferred, setPreferred] = useState<HostChoice>('seen');
  useEffect(() => {
    void get(preferences).then(({ hostChoice }) => setPreferred(hostChoice));
  }, []);
  return [choice ?? preferred, setChoice] as const;
}

/** How many hosts are in one message. The worker answers the first message while the next ones are prepared. */
const hostsPerMessage = 2000;
/** How many hosts are asked about at once, because a file may hold hundreds of thousands. */
const hostsAtOnce = 10_000;

type Suffixes = Map<string, Suffix>;

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Asks the worker, which alone loads the large list, about hosts that are not known yet. Resolves to the problem, if that
 * fails.
 */
async function learn(suffixes: Suffixes, entries: readonly Entry[], signal: AbortSignal): Promise<Problem | undefined> {
  const all = new Set(entries.flatMap(({ site }) => ('refused' in site ? [] : site.host)));
  const unknown = [...all].filter((host) => !suffixes.has(host));
  for (const some of groupsOf(unknown, hostsAtOnce)) {
    const messages = groupsOf(some, hostsPerMessage).map(async (hosts) => {
      const answer = await ask('site.suffixes', { hosts }, { signal });
      if (!answer.ok) return answer.problem;
      for (const [at, host] of hosts.entries()) suffixes.set(host, answer.value[at] ?? {});
      return undefined;
    });
    const problem = (await Promise.all(messages)).find((one) => one);
    if (problem || signal.aborted) return problem;
  }
  return undefined;
}

interface Parsed {
  of: readonly Entry[];
  choice: HostChoice;
  parsed: ParsedEntry[];
}

/** Every entry as it would be registered, parsed before the person asks to see them; undefined while parsing. */
export function useParsedEntries(entries: readonly Entry[], choice: HostChoice) {
  const [problem, setProblem] = useState<Problem>();
  const [last, setLast] = useState<Parsed>();
  const [round, setRound] = useState(0);
  const { current: suffixes } = useRef<Suffixes>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins it again
  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;
    setProblem(undefined);
    void (async () => {
      const failed = await learn(suffixes, entries, signal);
      if (signal.aborted) return;
      if (failed) return setProblem(failed);
      const parsed = await collect(
        parseEntries(entries, choice, (host) => suffixes.get(host) ?? {}),
        signal,
      );
      if (parsed && !signal.aborted) setLast({ of: entries, choice, parsed });
    })();
    return () => cancel.abort();
  }, [entries, choice, round]);
  const isCurrent = last?.of === entries && last.choice === choice;
  const again = () => {
    setProblem(undefined);
    setRound((before) => before + 1);
  };
  return { parsed: isCurrent ? last.parsed : undefined, problem, again };
}

export type ParsedEntries = ReturnType<typeof useParsedEntries>;
