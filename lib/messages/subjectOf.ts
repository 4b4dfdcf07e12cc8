import { type HostChoice, preferredHost, withoutWww } from '../hosts/variants.ts';
import { ask } from './ask.ts';

/**
 * Returns the host to register for a visited host (`seen`), as the preferences want it (see `preferredHost`). A host
 * that has a stored record (see `knownAt`) stays as it is. Asks the worker, which has the public suffix list, if the
 * result may differ from `seen`. If the worker reports a problem, returns the host unchanged.
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
