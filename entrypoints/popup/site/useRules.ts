import { useWatched } from '@/components/useWatched.ts';
import { ruleFor } from '@/lib/connections/rules.ts';
import { ask } from '@/lib/messages/ask.ts';
import { type Connections, connections, watch } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';

/**
 * Returns all connections (`first` until they change), whether a rule assigns the host to `connection` (an id), and a
 * function that adds such a rule (`always`).
 */
export function useRules(first: Connections, host: string, connection: string) {
  const all = useWatched((tell) => watch(connections, tell), [], first);
  return {
    all,
    isByRule: ruleFor(host, all)?.connection.id === connection,
    /** Stores the rule. If that fails, resolves to the reason in words. */
    always: () =>
      ask('connection.rule', { connection, host }).then((answer) =>
        answer.ok ? undefined : problemText(answer.problem),
      ),
  };
}
