import { type HostChoice, preferredHost, withoutWww } from '../hosts/variants.ts';
import { ask } from './ask.ts';

/**
 * Returns a host (`seen`) in the form that the preferences ask for, such as without `www.`. That form is for new sites,
 * so a host with a stored record of its own (see `knownAt`) stays as it is. If the form of any other host may differ,
 * asks the worker, which has the public suffix list. If the worker reports a problem, returns the host unchanged.
 */
export async function subjectOf(
  seen: string,
  choice: HostChoice,
  knownAt: (host: string) => Promise<readonly unknown[]>,
): Promise<string> {
  const isSame = choice === 'seen' || (choice === 'bare' && withoutWww(seen) === seen);
  if (isSame || (await knownAt(seen))[0]) return seen;
  const answer = await ask('site.suffixes', { hosts: [seen] });
  return answer.ok ? preferredHost(seen, choice, answer.value[0] ?? {}) : seen;
}
