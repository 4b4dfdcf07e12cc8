import { type AddressReason, parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { t } from '@/lib/text/i18n.ts';
import { openPages } from '../pages.ts';

export interface Refusal {
  text: string;
  /** It may hold a secret, which must not stand in the address of a page. */
  isSecret: boolean;
}

const secrets: Partial<Record<AddressReason, () => string>> = {
  'looks-like-key': () => t('popup.address_key'),
  'user-info': () => t('popup.address_user_info'),
};

/** What the settings are opened with for a text: its address, or that of the tab's page, which can be asked from inside; or why it is none. */
export function connectingTo(typed: string, page: string): { address: string } | Refusal {
  const address = parseAddress(typed);
  if (!('refused' in address)) return { address: isPageOf(page, address.url) ? page : address.url };
  const secret = secrets[address.refused];
  return { text: secret?.() ?? t('popup.address_refused'), isSecret: !!secret };
}

/** Opens the settings with what was typed as the address of a service, if anything; resolves to why it is none. */
export function connect(typed: string, page: string): Refusal | undefined {
  const to = typed.trim() ? connectingTo(typed, page) : undefined;
  if (to && 'text' in to) return to;
  if (to) openPages.onConnect(to.address);
  else openPages.onSettings();
  return undefined;
}
