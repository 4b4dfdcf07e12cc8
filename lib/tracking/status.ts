import { type Tracker, withoutVisibleManagers } from '../trackers/find.ts';
import type { Detection, Finding } from './finding.ts';
import { withTools } from './verdict.ts';

/**
 * Whether a page's host is registered. `related`: only a related host is registered, which is the `www.` variant or a
 * parent domain. `unknown`: this cannot be told, for example because the service has not answered yet.
 */
export type Registered = 'yes' | 'no' | 'related' | 'unknown';

/**
 * Whether a site is tracked. `tracking`: registered, with the code on the page. `missing`: registered, without the
 * code. `unplaced`: like `missing`, but visits arrive. `losing`: not registered, with the code. `absent`: without the
 * code and, as far as is known, not registered. `found`: with the code, but it is unknown whether the host is
 * registered, or the code counts for another site. `unsure`: the page does not show whether it has the code, or it has
 * the code but only a related host is registered. `unseen`: the page could not be scanned.
 */
export type TrackingState = 'tracking' | 'missing' | 'unplaced' | 'losing' | 'unsure' | 'unseen' | 'found' | 'absent';

/** Whether a site is tracked, and the findings on its page. */
export interface TrackingStatus {
  state: TrackingState;
  findings: readonly Finding[];
}

const states: Record<Registered, Record<Detection['found'], TrackingState>> = {
  yes: { yes: 'tracking', no: 'missing', unsure: 'unsure' },
  no: { yes: 'losing', no: 'absent', unsure: 'unsure' },
  // If only a related host is registered, the service may count this host's visits for that host, or drop them.
  related: { yes: 'unsure', no: 'absent', unsure: 'unsure' },
  unknown: { yes: 'found', no: 'absent', unsure: 'unsure' },
};

/**
 * Returns the state of a site, from its page and from whether its host is registered. `seen`: the detection of the code
 * on the page; undefined if the page could not be scanned. `variant`: the related host that is registered. `trackers`:
 * other tools on the page, which may add the code later.
 */
export function trackingStatus(
  seen: Detection | undefined,
  registered: Registered,
  variant?: string,
  trackers: readonly Tracker[] = [],
): TrackingStatus {
  if (!seen) return { state: 'unseen', findings: [] };
  const { found, findings } = registered === 'yes' ? withTools(seen, withoutVisibleManagers(trackers)) : seen;
  const related: Finding[] = registered === 'related' && found === 'yes' ? [{ kind: 'related', about: variant }] : [];
  const state = states[registered][found];
  const isOfAnother = state === 'absent' && findings.some(({ kind }) => kind === 'site');
  return { state: isOfAnother ? 'found' : state, findings: [...related, ...findings] };
}
