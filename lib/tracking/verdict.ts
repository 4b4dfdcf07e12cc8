import { namesOf, type Tracker } from '../trackers/find.ts';
import type { Detection, Finding } from './finding.ts';
import type { Blocked, Tag } from './tag.ts';

/** Whether a tag that runs counts the visits at the connected service. */
type Counts = 'yes' | 'maybe' | 'no';

const byRelation: Record<Tag['relation'], Counts> = {
  same: 'yes',
  siteless: 'yes',
  scheme: 'maybe',
  www: 'maybe',
  'scheme-www': 'maybe',
  unknown: 'maybe',
  unlike: 'maybe',
  through: 'maybe',
  container: 'maybe',
  path: 'no',
  broken: 'no',
  site: 'no',
  other: 'no',
};

/** What keeps a tag from running, certainly or perhaps. */
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

/** Whether a tag counts the visits: as its relation and its state allow, whichever allows less. */
export function countsFor({ relation, blocked }: Tag): Counts {
  const state = blocked ? byState[blocked] : 'yes';
  return order[Math.min(order.indexOf(byRelation[relation]), order.indexOf(state))] ?? 'no';
}

/** Whether a tag would count if it ran, so that what keeps it from running matters. */
export const wouldCount = ({ relation }: Tag): boolean => byRelation[relation] !== 'no';

/** What a consent tool may be the reason of. */
const waiting: ReadonlySet<Finding['kind']> = new Set(['held', 'mentioned']);

/**
 * What is said of a page beside whose code there are tools that may bring more: that code is missing, or is another's, is said
 * only where nothing on the page could bring the right one. `trackers`: of an open page, those whose work is not seen there.
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
