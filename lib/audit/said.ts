import { withoutWww } from '../hosts/variants.ts';
import { hostInUrl } from '../tracking/address.ts';
import type { Expected } from '../tracking/detect.ts';
import type { Detection, Finding } from '../tracking/finding.ts';
import { isNamedById } from '../tracking/fingerprint.ts';
import { maxAbout, type PageState, type SiteLook } from './look.ts';

/** A registered site, with the data that its page is compared with. `host`: the host of the site's record. */
export interface AuditedSite extends Expected {
  host: string;
}

/** The state to which each finding leads. Lists only findings that mean that visits are not counted. */
const stateOfFinding: Partial<Record<Finding['kind'], PageState>> = {
  noscript: 'blocked',
  template: 'blocked',
  unclosed: 'blocked',
  nomodule: 'blocked',
  csp: 'blocked',
  failed: 'blocked',
  mixed: 'blocked',
  other: 'other',
  path: 'other',
  site: 'other',
  broken: 'other',
};

/** The verdict on a site's page: the state, its reason, and a text from the page or its server. */
export type Verdict = Pick<SiteLook, 'state' | 'why' | 'about'>;

/** Makes a verdict on a site's page. Cuts `about`, a text from the page, to the maximum length that is stored. */
export const verdict = (state: PageState, why?: SiteLook['why'], about?: string): Verdict => ({
  state,
  ...(why ? { why } : {}),
  ...(about ? { about: about.slice(0, maxAbout) } : {}),
});

/**
 * Judges a page that has, or may have, the code. Undefined if the page does not have it. `host`: the page's host, which
 * may differ from the site's.
 */
export function ofCode({ found, findings }: Detection, host: string, site: AuditedSite): Verdict | undefined {
  const [first] = findings;
  if (found === 'no') return undefined;
  if (found === 'unsure') {
    // Here, only `mixed` proves that the code is blocked. With any other finding, the rest of the page or another
    // script may bring code that runs.
    if (findings.some(({ kind }) => kind === 'mixed')) return verdict('blocked', 'mixed');
    const doubt = findings.find(({ kind }) => !stateOfFinding[kind]);
    return verdict('unsure', doubt?.kind, doubt?.about);
  }
  if (host !== site.host && !(site.id && isNamedById(site.template))) return verdict('unsure', 'related', host);
  return verdict('tracking', first?.kind);
}

/** Judges a page without working code for the connected service. */
export function verdictWithoutCode({ findings }: Detection): Verdict {
  const finding = findings.find(({ kind }) => stateOfFinding[kind]);
  return finding ? verdict(stateOfFinding[finding.kind] ?? 'missing', finding.kind, finding.about) : verdict('missing');
}

/** Whether an address is at this host or at the host's `www.` variant. */
export const isOfSite = (url: string, host: string) => withoutWww(hostInUrl(url)) === withoutWww(host);
