import { siteOfText } from '../hosts/parse.ts';
import { activeConnection, type ConnectionAddress, type Connections } from '../storage/settings.ts';

/** Why a typed text is not a pattern of hosts. */
export type PatternProblem = 'empty' | 'not-a-host' | 'wildcard';

/**
 * Reads a typed pattern of hosts: a host, which matches only itself; `*.` and a host, which matches the host and every
 * name below it, as in browsers' match patterns; or `*`, which matches every host. If a whole address is typed, uses
 * its host.
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

/** The rule that decides which connection a host belongs to. */
interface DecidingRule {
  connection: ConnectionAddress;
  pattern: string;
  /** The index of the rule in its connection's list. */
  index: number;
}

/** By pattern, the rule that applies (see `decidingRule`). */
type Rules = ReadonlyMap<string, DecidingRule>;

/** The rules of each list of connections, remembered because lists are read often. A list is never changed in place. */
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

/** Returns all patterns that would match a host, the most specific first. */
function patternsOf(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`), '*'];
}

const rulesOf = (list: Connections['list']): Rules => compiled.get(list) ?? compile(list);

/**
 * Returns the rule that applies for a pattern. If several connections have the pattern, this is the rule set by an
 * organisation's policy, else the first one.
 */
export const decidingRule = (pattern: string, { list }: Connections): DecidingRule | undefined =>
  rulesOf(list).get(pattern);

/**
 * Returns the most specific rule for a host: one with the host itself, else with the longest matching `*.` pattern,
 * else with `*`.
 */
export function ruleFor(host: string, { list }: Connections): DecidingRule | undefined {
  const rules = rulesOf(list);
  const pattern = patternsOf(host).find((one) => rules.has(one));
  return pattern === undefined ? undefined : rules.get(pattern);
}

/**
 * Returns the connection that a host belongs to: the connection of the host's rule; else one at which the host is
 * registered, preferably the connection used last; else the connection used last. Undefined only if there is no
 * connection. `knownAt`: the accounts in which the host is known to be registered.
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
 * Returns those of the patterns in `rules` that another connection already has, each with that connection (`owner`).
 * Leaves out patterns that are already stored for the connection with this id as well.
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
 * Adds a rule that assigns exactly this host to the connection with this id, and removes such a rule from the other
 * connections. Returns the changed connections.
 */
export const withRule = ({ list, ...rest }: Connections, id: string, host: string): Connections => ({
  ...rest,
  list: list.map(({ rules = [], ...one }) => {
    const others = rules.filter((pattern) => pattern !== host);
    const kept = one.id === id ? [...others, host] : others;
    return kept.length ? { ...one, rules: kept } : one;
  }),
});
