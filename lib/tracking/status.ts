import type { Detection, Finding } from './detect.ts';

/** Whether the host is registered: `twin` if only its `www.` variant is; `unknown` before it was asked. */
export type Registered = 'yes' | 'no' | 'twin' | 'unknown';

/**
 * Where a site stands. The four states (`tracking`, `missing`: registered without code, `losing`: code without
 * registration, `untracked`), `unsure` where what was seen does not decide, `unseen` where the page could not be looked
 * at; `found` and `absent` while it is not known whether the host is registered.
 */
export type TrackingState = 'tracking' | 'missing' | 'losing' | 'untracked' | 'unsure' | 'unseen' | 'found' | 'absent';

export interface TrackingStatus {
  state: TrackingState;
  findings: readonly Finding[];
}

const states: Record<Registered, Record<Detection['found'], TrackingState>> = {
  yes: { yes: 'tracking', no: 'missing', unsure: 'unsure' },
  no: { yes: 'losing', no: 'untracked', unsure: 'unsure' },
  // The service may count the visits at the twin, or drop them.
  twin: { yes: 'unsure', no: 'untracked', unsure: 'unsure' },
  unknown: { yes: 'found', no: 'absent', unsure: 'unsure' },
};

/** What was seen on a page beside what is known of its registration; `undefined` where the page could not be looked at. */
export function trackingStatus(seen: Detection | undefined, registered: Registered, twin?: string): TrackingStatus {
  if (!seen) return { state: 'unseen', findings: [] };
  const state = states[registered][seen.found];
  const twins: Finding[] = registered === 'twin' && seen.found === 'yes' ? [{ kind: 'twin', about: twin }] : [];
  return { state, findings: [...twins, ...seen.findings] };
}
