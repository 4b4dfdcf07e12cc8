import { useEffect, useState } from 'preact/hooks';
import type { Entry } from '@/lib/addMany/parse.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
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

/** How many hosts one message asks about. */
const maxHostsPerMessage = 5000;

type Suffixes = ReadonlyMap<string, Suffix>;

/** The public suffixes of all hosts from the worker, which alone loads the large list; or the problem, if that fails. */
async function askSuffixes(entries: readonly Entry[], signal: AbortSignal): Promise<Suffixes | Problem> {
  const hosts = [...new Set(entries.flatMap(({ site }) => ('refused' in site ? [] : site.host)))];
  const suffixes = new Map<string, Suffix>();
  for (let from = 0; from < hosts.length; from += maxHostsPerMessage) {
    const some = hosts.slice(from, from + maxHostsPerMessage);
    const answer = await ask('site.suffixes', { hosts: some }, { signal });
    if (!answer.ok) return answer.problem;
    for (const [index, host] of some.entries()) suffixes.set(host, answer.value[index] ?? {});
  }
  return suffixes;
}

/** Every entry as it would be registered; undefined while parsing. */
export function useParsedEntries(entries: readonly Entry[], choice: HostChoice) {
  const [problem, setProblem] = useState<Problem>();
  const [parsed, setParsed] = useState<ParsedEntry[]>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins it again
  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;
    setProblem(undefined);
    void (async () => {
      const found = await askSuffixes(entries, signal);
      if (signal.aborted) return;
      if ('kind' in found) return setProblem(found);
      const all = await collect(
        parseEntries(entries, choice, (host) => found.get(host) ?? {}),
        signal,
      );
      if (all && !signal.aborted) setParsed(all);
    })();
    return () => cancel.abort();
  }, [entries, choice, round]);
  return { parsed, problem, again: () => setRound((before) => before + 1) };
}
