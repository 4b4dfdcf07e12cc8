import { siteOfText } from '../hosts/parse.ts';
import { activeConnection, type ConnectionAddress, type Connections } from '../storage/settings.ts';

/** Why a typed text is not a pattern of hosts. */
export type PatternProblem = 'empty' | 'not-a-host' | 'wildcard';

/**
 * Reads a typed pattern of hosts: `shop.example` for exactly this host, `*.shop.example` for the host and every name
 * below it, or `*` for every host. From a whole address, uses only the host.
 */
export function parsePattern(text: string): { pattern: string } | { refused: PatternProblem } {
  const typed = text.trim();
  if (!typed) return { refused: 'empty' };
  if (typed === '*') return { pattern: '*' };
  const [, wildcard = '', rest = ''] = /^(?:https?:\/\/)?(\*\.)?(.*)$/is.exec(typed) ?? [];
  if (rest.includes('*')) return { refused: 'wildcard' };
  const site = siteOfText(rest);
  return 'refused' in site ? { refused: 'not-a-host' } : { pattern: wildcard + site.host };
}

/** A rule that decides to which connection a host belongs. `index`: its position among the connection's rules. */
interface DecidingRule {
  connection: ConnectionAddress;
  pattern: string;
  index: number;
}

type Rules = ReadonlyMap<string, DecidingRule>;

/**
 * Caches the compiled rules of each list of connections, because rules are needed often. A list is never changed in
 * place, so the cache stays valid.
 */
const compiled = new WeakMap<Connections['list'], Rules>();

function compile(list: Connections['list']): Rules {
  const rules = new Map<string, DecidingRule>();
  const all = list.flatMap((connection) =>
    (connection.rules ?? []).map((pattern, index) => ({ connection, pattern, index })),
  );
  const isPolicys = ({ connection, pattern }: DecidingRule) => connection.policyRules?.includes(pattern);
  for (const rule of [...all.filter(isPolicys), ...all]) if (!rules.has(rule.pattern)) rules.set(rule.pattern, rule);
  compiled.set(list, rules);
  return rules;
}

/** Returns all patterns that match a host, from the most to the least specific. */
function patternsOf(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`), '*'];
}

const rulesOf = (list: Connections['list']): Rules => compiled.get(list) ?? compile(list);

/**
 * Returns the rule that applies for a pattern, if any. If several connections have the pattern, a rule from an
 * organisation's policy comes first. Without such a rule, the first connection's rule applies.
 */
export const decidingRule = (pattern: string, { list }: Connections): DecidingRule | undefined =>
  rulesOf(list).get(pattern);

/**
 * Returns the most specific rule for a host: a rule for the host itself, else the longest matching `*.` pattern, else
 * `*`.
 */
export function ruleFor(host: string, { list }: Connections): DecidingRule | undefined {
  const rules = rulesOf(list);
  const pattern = patternsOf(host).find((one) => rules.has(one));
  return pattern === undefined ? undefined : rules.get(pattern);
}

/**
 * Returns the connection to which a host belongs, which is the first of these that exists:
 * 1. The connection whose rule decides.
 * 2. The connection used last, if the host is registered there.
 * 3. The first connection where the host is registered.
 * 4. The connection used last.
 * `knownAt`: the accounts where the host is known to be registered.
 */
export function connectionFor(
  host: string,
  connections: Connections,
  knownAt: ReadonlySet<string> = new Set(),
): ConnectionAddress | undefined {
  const last = activeConnection(connections);
  const ruled = ruleFor(host, connections)?.connection;
  if (ruled || (last && knownAt.has(last.account))) return ruled ?? last;
  return connections.list.find(({ account }) => knownAt.has(account)) ?? last;
}

/**
 * Returns those of the patterns in `rules` that are new for the connection with this id but already belong to another
 * connection (`owner`).
 */
export function takenRules(id: string, rules: readonly string[], { list }: Connections) {
  const before = list.find((one) => one.id === id)?.rules ?? [];
  const others = list.filter((one) => one.id !== id);
  return rules.flatMap((rule) => {
    const owner = before.includes(rule) ? undefined : others.find((one) => one.rules?.includes(rule));
    return owner ? [{ rule, owner }] : [];
  });
}

/**
 * Adds a rule for exactly this host to the connection with this id, and removes that rule from all other connections.
 * Returns the changed connections.
 */
export const withRule = ({ list, ...rest }: Connections, id: string, host: string): Connections => ({
  ...rest,
  list: list.map(({ rules = [], ...one }) => {
    const others = rules.filter((pattern) => pattern !== host);
    const kept = one.id === id ? [...others, host] : others;
    return kept.length ? { ...one, rules: kept } : one;
  }),
});
