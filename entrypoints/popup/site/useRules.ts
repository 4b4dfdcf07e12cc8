import { useWatched } from '@/components/useWatched.ts';
import { ruleFor } from '@/lib/connections/rules.ts';
import { ask } from '@/lib/messages/ask.ts';
import { type Connections, connections, watch } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';

/** Returns all connections, kept up to date, and whether a rule assigns the host to the connection with this id. */
export function useRules(first: Connections, host: string, connection: string) {
  const all = useWatched((tell) => watch(connections, tell), [], first);
  return {
    all,
    isByRule: ruleFor(host, all)?.connection.id === connection,
    /** Adds a rule that assigns the host to the connection. If that fails, resolves to the reason in words. */
    always: () =>
      ask('connection.rule', { connection, host }).then((answer) =>
        answer.ok ? undefined : problemText(answer.problem),
      ),
  };
}
