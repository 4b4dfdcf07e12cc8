import { useEffect, useState } from 'preact/hooks';
import { type ParsedEntry, parseEntries, type SourceEntry } from '@/lib/addMany/preview.ts';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';
import { collect } from '@/lib/util/timeSlices.ts';

/** So many hosts are asked about in one message. */
const atOnce = 5000;

type Suffixes = ReadonlyMap<string, Suffix>;

/** What the public suffix list, which is large and the worker's alone, says of all hosts; or why it could not be asked. */
async function askSuffixes(entries: readonly SourceEntry[], signal: AbortSignal): Promise<Suffixes | Problem> {
  const hosts = [...new Set(entries.flatMap(({ site }) => ('refused' in site ? [] : site.host)))];
  const suffixes = new Map<string, Suffix>();
  for (let from = 0; from < hosts.length; from += atOnce) {
    const some = hosts.slice(from, from + atOnce);
    const answer = await ask('site.suffixes', { hosts: some }, { signal });
    if (!answer.ok) return answer.problem;
    for (const [index, host] of some.entries()) suffixes.set(host, answer.value[index] ?? {});
  }
  return suffixes;
}

/** Every entry as it would be registered; undefined while they are read. */
export function useReads(entries: readonly SourceEntry[], choice: HostChoice) {
  const [problem, setProblem] = useState<Problem>();
  const [reads, setReads] = useState<ParsedEntry[]>();
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
      if (all && !signal.aborted) setReads(all);
    })();
    return () => cancel.abort();
  }, [entries, choice, round]);
  return { reads, problem, again: () => setRound((before) => before + 1) };
}
