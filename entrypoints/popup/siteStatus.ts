import type { IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';
import type { LookUpState } from '@/lib/websites/record.ts';
import type { PopupSite } from './site/view.ts';
import { unicodeOf } from './unicode.ts';

/** Whether a site is registered, and whether its visits are counted. */
export interface SiteStatus {
  icon: IconName;
  text: string;
  tone: 'good' | 'warn' | 'muted';
}

/** The status of a site without a known record. */
const unregistered: Record<LookUpState['state'], () => SiteStatus> = {
  idle: () => ({ icon: 'question', text: t('popup.unknown'), tone: 'muted' }),
  checking: () => ({ icon: 'refresh', text: t('popup.checking'), tone: 'muted' }),
  done: () => ({ icon: 'info', text: t('popup.not_registered'), tone: 'muted' }),
  unsure: () => ({ icon: 'question', text: t('registration.maybe'), tone: 'muted' }),
  failed: () => ({ icon: 'question', text: t('popup.unknown'), tone: 'muted' }),
};

function registrationOf({ website, covering, check, isUnknown }: PopupSite): SiteStatus {
  if (isUnknown) return unregistered[check.state]();
  if (website) return { icon: 'check', text: t('popup.registered'), tone: 'good' };
  if (!covering) return unregistered[check.state]();
  return { icon: 'check', text: t('popup.covered', { domain: unicodeOf(covering.domain) }), tone: 'good' };
}

const troubles: readonly TrackingState[] = ['missing', 'losing'];

/** The line that says both. */
export function siteStatusOf(site: PopupSite, tracking: TrackingStatus | undefined): SiteStatus {
  const registration = registrationOf(site);
  // Without any code on the page, a covering record does not matter.
  const isIdle = !site.website && site.covering && tracking?.state === 'untracked';
  if (!tracking || isIdle) return registration;
  const { state } = tracking;
  return {
    ...registration,
    ...(troubles.includes(state) ? { icon: 'warning', tone: 'warn' } : {}),
    text: `${registration.text} · ${t(`tracking.state_${state === 'untracked' ? 'absent' : state}`)}`,
  };
}
