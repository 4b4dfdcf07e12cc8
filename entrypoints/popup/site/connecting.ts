import { type AddressReason, parseAddress } from '@/lib/connections/address.ts';
import { t } from '@/lib/text/i18n.ts';

export interface Refusal {
  text: string;
  /** It may hold a secret, which must not stand in the address of a page. */
  isSecret: boolean;
}

const secrets: Partial<Record<AddressReason, () => string>> = {
  'looks-like-key': () => t('popup.address_key'),
  'user-info': () => t('popup.address_user_info'),
};

/** Why a text is not the address of a service. */
export function refusalOf(typed: string): Refusal | undefined {
  const address = parseAddress(typed);
  if (!('refused' in address)) return undefined;
  const secret = secrets[address.refused];
  return { text: secret?.() ?? t('popup.address_refused'), isSecret: !!secret };
}
