import type { IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';
import type { LookUpState } from '@/lib/websites/record.ts';
import { unicodeOf } from '../unicode.ts';
import type { PopupSite } from './view.ts';

type Words = readonly [icon: IconName, text: string, tone: 'good' | 'warn' | 'muted'];

/** The status of a site without a known record. */
const unregistered: Record<LookUpState['state'], () => Words> = {
  idle: () => ['question', t('popup.unknown'), 'muted'],
  checking: () => ['refresh', t('popup.checking'), 'muted'],
  done: () => ['info', t('popup.not_registered'), 'muted'],
  unsure: () => ['question', t('registration.maybe'), 'muted'],
  failed: () => ['question', t('popup.unknown'), 'muted'],
};

function registrationOf({ website, covering, check, isUnknown }: PopupSite): Words {
  if (website && !isUnknown) return ['check', t('popup.registered'), 'good'];
  if (!covering || isUnknown) return unregistered[check.state]();
  return ['check', t('popup.covered', { domain: unicodeOf(covering.domain) }), 'good'];
}

const troubles: readonly TrackingState[] = ['missing', 'losing'];

export const trackingText = ({ state }: TrackingStatus): string =>
  t(`tracking.state_${state === 'untracked' ? 'absent' : state}`);

/** How a site stands, in words. */
export function wordsOf(site: PopupSite, tracking: TrackingStatus | undefined): Words {
  const [icon, text, tone] = registrationOf(site);
  // Without any code on the page, a covering record does not matter.
  const isIdle = !site.website && site.covering && tracking?.state === 'untracked';
  if (!tracking || isIdle || site.isUnknown) return [icon, text, tone];
  const words = `${text} · ${trackingText(tracking)}`;
  return troubles.includes(tracking.state) ? ['warning', words, 'warn'] : [icon, words, tone];
}
