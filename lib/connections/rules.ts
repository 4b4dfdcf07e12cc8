import { siteOfText } from '../hosts/parse.ts';
import { activeConnection, type ConnectionAddress, type Connections } from '../storage/settings.ts';

/** Why a text is no pattern of hosts. */
export type PatternProblem = 'empty' | 'not-a-host' | 'wildcard';

/**
 * Reads a pattern of hosts as a person types it: a host, `*.` and a host (that host, too, and every name below it, as in
 * the match patterns of browsers), or `*` for every host. An address becomes its host.
 */
export function parsePattern(text: string): { pattern: string } | { refused: PatternProblem } {
  const typed = text.trim();
  if (!typed) return { refused: 'empty' };
  if (typed === '*') return { pattern: '*' };
  const [, wildcard = '', rest = ''] = /^(?:https?:\/\/)?(\*\.)?(.*)$/s.exec(typed) ?? [];
  if (rest.includes('*')) return { refused: 'wildcard' };
  const site = siteOfText(rest);
  return 'refused' in site ? { refused: 'not-a-host' } : { pattern: wildcard + site.host };
}

/** The rule that decides for a host, and whose it is. */
export interface DecidingRule {
  connection: ConnectionAddress;
  pattern: string;
  /** Its place among the connection's rules, from 0. */
  index: number;
}

/** By pattern, the first rule that has it. */
type Rules = ReadonlyMap<string, DecidingRule>;

/** Of each list of connections, which nothing changes in place. */
const compiled = new WeakMap<Connections['list'], Rules>();

function compile(list: Connections['list']): Rules {
  const rules = new Map<string, DecidingRule>();
  for (const connection of list)
    for (const [index, pattern] of (connection.rules ?? []).entries())
      if (!rules.has(pattern)) rules.set(pattern, { connection, pattern, index });
  compiled.set(list, rules);
  return rules;
}

/** All patterns that name a host, the most specific first. */
function patternsOf(host: string): string[] {
  const labels = host.split('.');
  return [host, ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`), '*'];
}

/** The most specific rule for a host: its own name, else the longest `*.` name, else `*`. Of two that are equal the first counts. */
export function ruleFor(host: string, { list }: Connections): DecidingRule | undefined {
  const rules = compiled.get(list) ?? compile(list);
  const pattern = patternsOf(host).find((one) => rules.has(one));
  return pattern === undefined ? undefined : rules.get(pattern);
}

/**
 * The connection that a host belongs to: by the rules; else the one where it is known to be registered (`knownAt`, the
 * accounts), of several the one used last; else the one used last. Undefined only where nothing is connected.
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

/** Sends a host to a connection by a rule of its own, whichever connection had one before. */
export const withRule = ({ list, ...rest }: Connections, id: string, host: string): Connections => ({
  ...rest,
  list: list.map(({ rules = [], ...one }) => {
    const others = rules.filter((pattern) => pattern !== host);
    const kept = one.id === id ? [...others, host] : others;
    return kept.length ? { ...one, rules: kept } : one;
  }),
});
