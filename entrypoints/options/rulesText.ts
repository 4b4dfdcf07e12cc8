import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { connectionFor, decidingRule, type PatternProblem, parsePattern, ruleFor } from '@/lib/connections/rules.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { toLines } from '@/lib/websites/written.ts';

export const wildcardExample = '*.example.com';

/** The result of `readRules`. `rules`: the valid patterns. `refused`: the invalid lines. */
export interface TypedRules {
  rules: string[];
  refused: { line: string; reason: PatternProblem }[];
}

/** Reads a text with one pattern per line. Leaves out empty lines and repeated patterns. */
export function readRules(text: string): TypedRules {
  const read: TypedRules = { rules: [], refused: [] };
  for (const line of toLines(text)) {
    const parsed = parsePattern(line);
    if ('refused' in parsed) read.refused.push({ line, reason: parsed.refused });
    else if (!read.rules.includes(parsed.pattern)) read.rules.push(parsed.pattern);
  }
  return read;
}

const patternProblemTexts: Record<PatternProblem, (rule: string) => string> = {
  empty: () => '',
  'not-a-host': (rule) => t('options.rule_not_a_host', { rule }),
  wildcard: (rule) => t('options.rule_wildcard', { rule, below: wildcardExample }),
};

/** Returns the reasons why lines are refused, as one text. Undefined if no line is refused. */
export const refusedText = (refused: TypedRules['refused']): string | undefined =>
  refused.map(({ line, reason }) => patternProblemTexts[reason](line)).join(' ') || undefined;

/**
 * Returns a sentence for each rule that a connection (`id`) shares with others. The sentence names the first other
 * connection with the rule, and says which connection gets the sites that match it.
 */
export function sharedTexts(id: string, rules: readonly string[], all: Connections): string[] {
  const names = distinctNames(all.list);
  const others = all.list.filter((one) => one.id !== id);
  return rules.flatMap((rule) => {
    const other = others.find((one) => one.rules?.includes(rule));
    const winner = decidingRule(rule, all)?.connection ?? other;
    const nameOf = (one: typeof winner) => names.get(one?.id ?? '') ?? '';
    return other ? [t('options.rule_shared', { rule, name: nameOf(other), winner: nameOf(winner) })] : [];
  });
}

/**
 * Returns a sentence that says to which connection a host belongs, and why. Returns '' if there are no connections.
 * `knownAt`: the accounts where the host is registered.
 */
export function goesText(host: string, all: Connections, knownAt: ReadonlySet<string>): string {
  const rule = ruleFor(host, all);
  const connection = connectionFor(host, all, knownAt);
  if (!connection) return '';
  const to = { host, name: distinctNames(all.list).get(connection.id) ?? '' };
  if (rule) return t('options.try_rule', { ...to, number: rule.index + 1 });
  return t(knownAt.has(connection.account) ? 'options.try_known' : 'options.try_last', to);
}
