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

/** How closely a pattern names a host: 0 where it does not, and the more the longer its name is. */
function closeness(pattern: string, host: string): number {
  if (pattern === '*') return 1;
  if (pattern === host) return Number.POSITIVE_INFINITY;
  const name = pattern.slice(2);
  const isBelow = pattern.startsWith('*.') && (host === name || host.endsWith(`.${name}`));
  return isBelow ? pattern.length : 0;
}

/** The rule that decides for a host, and whose it is. */
export interface DecidingRule {
  connection: ConnectionAddress;
  pattern: string;
  /** Its place among the connection's rules, from 0. */
  index: number;
}

/** The most specific rule for a host: its own name, else the longest `*.` name, else `*`. Of two that are equal the first counts. */
export function ruleFor(host: string, { list }: Connections): DecidingRule | undefined {
  const all = list.flatMap((connection) =>
    (connection.rules ?? []).map((pattern, index) => ({ connection, pattern, index })),
  );
  const closest = Math.max(0, ...all.map(({ pattern }) => closeness(pattern, host)));
  return closest ? all.find(({ pattern }) => closeness(pattern, host) === closest) : undefined;
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
