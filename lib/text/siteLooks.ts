import type { SiteLook, SiteState, Visits } from '../audit/look.ts';
import type { Finding } from '../tracking/finding.ts';
import { isHour } from '../util/moments.ts';
import { agoText } from './dates.ts';
import { findingText, isolated } from './findings.ts';
import { numberText, t } from './i18n.ts';

const stateTexts: Record<SiteState, () => string> = {
  missing: () => t('audit.missing'),
  blocked: () => t('audit.blocked'),
  other: () => t('audit.other'),
  silent: () => t('audit.silent'),
  elsewhere: () => t('audit.elsewhere'),
  file: () => t('audit.file'),
  unsure: () => t('audit.unsure'),
  tracking: () => t('audit.tracking'),
  quiet: () => t('audit.quiet'),
  counted: () => t('audit.counted'),
};

const hintTexts: Partial<Record<SiteState, () => string>> = {
  quiet: () => t('audit.quiet_hint'),
  counted: () => t('audit.counted_hint'),
};

/** Returns the meaning of a site's state and the advice for it. Undefined for states that need no explanation. */
export const siteStateHint = (state: SiteState): string | undefined => hintTexts[state]?.();

/** Returns the name of a site's state, in two or three words. */
export const siteStateText = (state: SiteState): string => stateTexts[state]();

/** The reasons that have a text in this file. `findingText` has the texts of the others. */
type OwnWhy = Exclude<NonNullable<SiteLook['why']>, Finding['kind']> | 'related' | 'manager';

const whyTexts: Record<OwnWhy, (about: string) => string> = {
  unreachable: () => t('audit.why_unreachable'),
  timeout: () => t('audit.why_timeout'),
  stopped: () => t('audit.why_stopped'),
  refused: (about) => t('audit.why_refused', { about }),
  server: (about) => t('audit.why_server', { about }),
  manager: (about) => t('audit.why_manager', { about }),
  bundle: (about) => t('audit.why_bundle', { about }),
  shell: () => t('audit.why_shell'),
  redirect: () => t('audit.why_redirect'),
  refresh: (about) => t('audit.why_refresh', { about }),
  access: () => t('audit.why_access'),
  related: (about) => t('audit.why_related', { about }),
};

const isOwn = (why: NonNullable<SiteLook['why']>): why is OwnWhy => Object.hasOwn(whyTexts, why);

/** Returns the visits of a site in words. Returns '' if the service did not report them. */
export function visitsText({ last, week }: Visits, now = Date.now()): string {
  if (last === null) return t('audit.no_visit_yet');
  if (last !== undefined) return t('audit.last_visit', { when: agoText(now - last, 'long', isHour(last)) });
  if (week === undefined) return '';
  return week ? t('audit.week_visits', { count: numberText(week) }) : t('audit.no_visit_week');
}

/**
 * Returns the reason for a site's state as a sentence, or '' if the state needs none. Text from a page or its server is
 * made safe (see `isolated`).
 */
export function siteLookText({ state, why, about }: SiteLook): string {
  if (state === 'file') return about ? t('audit.why_file', { about: isolated(about) }) : '';
  if (!why) return '';
  return isOwn(why) ? whyTexts[why](isolated(about)) : findingText({ kind: why, ...(about ? { about } : {}) });
}
