import { useWatched } from '@/components/useWatched.ts';
import { ruleFor } from '@/lib/connections/rules.ts';
import { ask } from '@/lib/messages/ask.ts';
import { type Connections, connections, watch } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';

/** Whether a rule sends a host to a connection, and the way to add one. */
export function useRules(first: Connections, host: string, connection: string) {
  const all = useWatched((tell) => watch(connections, tell), [], first);
  return {
    all,
    isByRule: ruleFor(host, all)?.connection.id === connection,
    /** Resolves to the reason if it could not be stored. */
    always: () =>
      ask('connection.rule', { connection, host }).then((answer) =>
        answer.ok ? undefined : problemText(answer.problem),
      ),
  };
}
