import { useMemo, useState } from 'preact/hooks';
import { useRead, useWatched } from '@/components/useWatched.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { get, preferences } from '@/lib/storage/settings.ts';
import { collect } from '@/lib/util/timeSlices.ts';
import { useSessionState } from './useSessionState.ts';

/**
 * Returns which spelling of each host to register (see `hostSpellings`), and a function that changes this choice. Until
 * the person changes it here, the choice in the preferences applies.
 */
export function useHostChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const preferred = useRead(() => get(preferences), [])?.hostChoice;
  return [choice ?? preferred ?? 'seen', setChoice] as const;
}

/** How many hosts are in one message. The worker answers one message while the page prepares the next. */
const hostsPerMessage = 2000;
/** After this many hosts, the page waits for the worker's answers. A file may contain hundreds of thousands. */
const hostsAtOnce = 10_000;

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Adds the public suffixes of the entries' hosts to the map `suffixes`. Gets them from the worker, because pages do not
 * load the large list of suffixes. Resolves to the problem if that fails.
 */
async function learn(suffixes: Map<string, Suffix>, entries: readonly Entry[], signal: AbortSignal) {
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
  /** The input that was parsed. The results of an earlier input are ignored. */
  of?: object;
  parsed?: ParsedEntry[];
  problem?: Problem;
}

/**
 * Parses entries. `parsed`: the entries as they would be registered; undefined until parsing has succeeded. `again`:
 * tries again after a failure.
 */
export function useParsedEntries(entries: readonly Entry[], choice: HostChoice) {
  const [round, setRound] = useState(0);
  const [suffixes] = useState(() => new Map<string, Suffix>());
  const wanted = useMemo(() => ({ entries, choice, round }), [entries, choice, round]);
  const last = useWatched<Parsed>(
    (tell) => {
      const cancel = new AbortController();
      const { signal } = cancel;
      const { entries, choice } = wanted;
      void (async () => {
        const problem = await learn(suffixes, entries, signal);
        if (problem) return tell({ of: wanted, problem });
        const parsed = await collect(
          parseEntries(entries, choice, (host) => suffixes.get(host) ?? {}),
          signal,
        );
        if (parsed) tell({ of: wanted, parsed });
      })();
      return () => cancel.abort();
    },
    [wanted],
    {},
  );
  const { parsed, problem }: Parsed = last.of === wanted ? last : {};
  return { parsed, problem, again: () => setRound(round + 1) };
}

export type ParsedEntries = ReturnType<typeof useParsedEntries>;
