import type { IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { unicodeOf } from '../unicode.ts';
import type { LookUpState } from './state.ts';
import type { PopupSite } from './view.ts';

export type Words = readonly [icon: IconName, text: string, tone: 'good' | 'warn' | 'muted'];

/** The status of a site without a known record, for each state of its look-up. */
const unregistered: Record<LookUpState['state'], () => Words> = {
  idle: () => ['question', t('popup.unknown'), 'muted'],
  checking: () => ['refresh', t('popup.checking'), 'muted'],
  done: () => ['info', t('popup.not_registered'), 'muted'],
  unsure: () => ['question', t('registration.maybe'), 'muted'],
  failed: () => ['question', t('popup.unknown'), 'muted'],
};

/** Returns the status of a site in words. It says whether the site is registered, not what was found on its page. */
export function registrationOf({ website, covering, check, isUnknown }: PopupSite): Words {
  if (website && !isUnknown) return ['check', t('popup.registered'), 'good'];
  if (!covering || isUnknown) return unregistered[check.state]();
  return ['check', t('popup.covered', { domain: unicodeOf(covering.domain) }), 'good'];
}
