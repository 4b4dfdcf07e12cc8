import { type Tracker, unseenOf } from '../trackers/find.ts';
import type { Detection, Finding } from './finding.ts';
import { withTools } from './verdict.ts';

/**
 * Whether the host is registered; `related` if only its `www.` variant is, `unknown` before the service has answered.
 */
export type Registered = 'yes' | 'no' | 'related' | 'unknown';

/**
 * Whether a site is tracked: `tracking`; `missing` (registered, but no code on the page); `unplaced` (like `missing`,
 * but visits arrive); `losing` (code, but not registered); `untracked` (neither); `unsure` if the page is inconclusive;
 * `unseen` if the page could not be scanned. While it is unknown whether the host is registered: `found` (code on the
 * page) or `absent` (no code).
 */
export type TrackingState =
  | 'tracking'
  | 'missing'
  | 'unplaced'
  | 'losing'
  | 'untracked'
  | 'unsure'
  | 'unseen'
  | 'found'
  | 'absent';

export interface TrackingStatus {
  state: TrackingState;
  findings: readonly Finding[];
}

const states: Record<Registered, Record<Detection['found'], TrackingState>> = {
  yes: { yes: 'tracking', no: 'missing', unsure: 'unsure' },
  no: { yes: 'losing', no: 'untracked', unsure: 'unsure' },
  // The service may count the visits at the variant, or drop them.
  related: { yes: 'unsure', no: 'untracked', unsure: 'unsure' },
  unknown: { yes: 'found', no: 'absent', unsure: 'unsure' },
};

/**
 * Combines the findings on a page with the registration of its host. `seen`: the findings; undefined if the page could
 * not be scanned. `variant`: the host's `www.` variant. `trackers`: other tools on the page. A consent tool among them
 * may add the code only once the visitor agrees.
 */
export function trackingStatus(
  seen: Detection | undefined,
  registered: Registered,
  variant?: string,
  trackers: readonly Tracker[] = [],
): TrackingStatus {
  if (!seen) return { state: 'unseen', findings: [] };
  const { found, findings } = registered === 'yes' ? withTools(seen, unseenOf(trackers)) : seen;
  const related: Finding[] = registered === 'related' && found === 'yes' ? [{ kind: 'related', about: variant }] : [];
  return { state: states[registered][found], findings: [...related, ...findings] };
}
