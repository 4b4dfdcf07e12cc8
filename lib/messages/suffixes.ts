import type { Suffix } from '../hosts/publicSuffix.ts';
import type { Problem } from '../services/index.ts';
import { ask } from './ask.ts';

/** How many hosts are sent in one message. The worker answers one message while the page prepares the next. */
const hostsPerMessage = 2000;
/** After this many hosts, the page waits for the worker's answers, because a file may contain hundreds of thousands. */
const hostsAtOnce = 10_000;

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const suffixes = new Map<string, Suffix>();

/** Returns a host's entry in the public suffix list, or {} if it was not requested yet (see `learnSuffixes`). */
export const suffixOf = (host: string): Suffix => suffixes.get(host) ?? {};

/**
 * Requests hosts' entries in the public suffix list from the worker, because pages do not load that large list.
 * Resolves to the problem if this fails.
 */
export async function learnSuffixes(hosts: Iterable<string>, signal: AbortSignal): Promise<Problem | undefined> {
  const unknown = [...hosts].filter((host) => !suffixes.has(host));
  for (const some of groupsOf(unknown, hostsAtOnce)) {
    const messages = groupsOf(some, hostsPerMessage).map(async (group) => {
      const answer = await ask('site.suffixes', { hosts: group }, { signal });
      if (!answer.ok) return answer.problem;
      for (const [at, host] of group.entries()) suffixes.set(host, answer.value[at] ?? {});
      return undefined;
    });
    const problem = (await Promise.all(messages)).find((one) => one);
    if (problem || signal.aborted) return problem;
  }
  return undefined;
}
