import { namesOf, type Tracker } from '../trackers/find.ts';
import type { Blocked } from './blocked.ts';
import type { Detection, Finding } from './finding.ts';
import type { Tag } from './tag.ts';

/** Whether a tag makes the connected service count the page's visits. */
type Counts = 'yes' | 'maybe' | 'no';

const byRelation: Record<Tag['relation'], Counts> = {
  same: 'yes',
  siteless: 'yes',
  scheme: 'maybe',
  www: 'maybe',
  'scheme-www': 'maybe',
  unknown: 'maybe',
  unlike: 'maybe',
  incomplete: 'maybe',
  through: 'maybe',
  container: 'maybe',
  path: 'no',
  broken: 'no',
  site: 'no',
  other: 'no',
};

/** Whether a tag may count visits, by its `blocked`. */
const byState: Record<NonNullable<Tag['blocked']>, Counts> = {
  noscript: 'no',
  template: 'no',
  unclosed: 'no',
  nomodule: 'no',
  csp: 'no',
  failed: 'no',
  held: 'maybe',
  mixed: 'maybe',
  missing: 'maybe',
  mentioned: 'maybe',
} satisfies Record<Blocked, 'no'> & Record<string, Counts>;

const order: readonly Counts[] = ['no', 'maybe', 'yes'];

/**
 * Whether a tag makes the connected service count the page's visits, judged by its relation to the service and by
 * whether it runs.
 */
export function countsFor({ relation, blocked }: Tag): Counts {
  const state = blocked ? byState[blocked] : 'yes';
  return order[Math.min(order.indexOf(byRelation[relation]), order.indexOf(state))] ?? 'no';
}

/**
 * Whether a tag might count visits for the connected service if it ran. Only then does it matter why it does not run.
 */
export const wouldCount = ({ relation }: Tag): boolean => byRelation[relation] !== 'no';

/** The kinds of finding that may be caused by a consent tool on the page. */
const waiting: ReadonlySet<Finding['kind']> = new Set(['held', 'mentioned']);

/**
 * Adapts a detection to the tools on the page that may add the code (`trackers`). With such a tool, `no` becomes
 * `unsure`, and a finding names the tool. If `found` is already `unsure`, a finding about the consent tool replaces
 * those in `waiting`, which it probably explains. For an open page, `trackers` must not contain tools whose added code
 * is visible on the page.
 */
export function withTools(seen: Detection, trackers: readonly Tracker[]): Detection {
  const consent = namesOf(trackers, 'consent');
  const manager = namesOf(trackers, 'manager');
  const { found, findings } = seen;
  if (found === 'unsure' && consent && findings.some(({ kind }) => waiting.has(kind)))
    return {
      ...seen,
      findings: [{ kind: 'consent', about: consent }, ...findings.filter(({ kind }) => !waiting.has(kind))],
    };
  if (found !== 'no' || !(manager || consent)) return seen;
  const tool: Finding = manager ? { kind: 'manager', about: manager } : { kind: 'consent', about: consent };
  return { ...seen, found: 'unsure', findings: [tool, ...findings] };
}
