import { type AddressReason, parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { fillUrl, type Placeholders } from '@/lib/connections/urlTemplates.ts';
import { mayCarryKey } from '@/lib/hosts/mayCarryKey.ts';
import { traits } from '@/lib/services/traits.ts';
import type { Traits } from '@/lib/services/types.ts';
import { t } from '@/lib/text/i18n.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import { fingerprintOf } from '@/lib/tracking/fingerprint.ts';
import type { PopupStart } from '../load.ts';
import { openPages } from '../pages.ts';
import { openConnect } from './openSettings.ts';

/** Whether a page may belong to a service: its address must be one to which a key may be sent (see `mayCarryKey`). */
const mayBeService = (page: string): boolean => URL.canParse(page) && mayCarryKey(new URL(page));

/** Returns the address of the tab's page if the page may belong to a service that is not connected yet. */
export const connectable = ({ url, connections }: Pick<PopupStart, 'url' | 'connections'>): string | undefined =>
  mayBeService(url) && !connections.list.some(({ analyticsUrl }) => isPageOf(url, analyticsUrl)) ? url : undefined;

const kinds: readonly Traits[] = Object.values(traits);

/**
 * Whether a page belongs to a service, judged by its scripts. A script that is typical of the product's own pages is
 * enough. Tracking code must have the product's `id` attribute and come from the page's directory or one above, because
 * anybody may serve similar code.
 */
export const showsService = (url: string, { scripts }: Pick<PageFacts, 'scripts'>): boolean =>
  kinds.some(({ ownPages, templates }) => {
    const { script, id } = fingerprintOf(templates.trackingCode);
    return scripts.some(
      (one) =>
        ownPages?.test(one.text) ||
        (id && one.id === id && script?.test(one.src) && isPageOf(url, one.src.replace(script, ''))),
    );
  });

/** Matches the team or the region that a service may put before a website in the paths of its pages. */
const groups = /(\/(teams|analytics)\/[^/]+)+(?=\/websites\/)/;

/**
 * Whether a page of the service shows the statistics of a website. `template`: the template of the statistics' address.
 * False if the template does not name the website, because the page then belongs to no single website. If it names the
 * website in a parameter, such as `id={id}`, ignores the page's other parameters.
 */
export function showsStatistics(page: string, template: string, values: Placeholders): boolean {
  const own = fillUrl(template, values);
  if (!own || !/\{(id|domain)\}/.test(template)) return false;
  const name = /[?&](\w+)=\{(?:id|domain)\}/.exec(template)?.[1];
  if (!name) return isPageOf(page.replace(groups, ''), own.replace(groups, ''));
  const [wanted, open] = [new URL(own), new URL(page)];
  const paramIn = (text: string) => new URLSearchParams(text.replace(/^[#?]+/, '')).get(name);
  return (
    wanted.origin + wanted.pathname === open.origin + open.pathname &&
    [open.hash, open.search].some((text) => paramIn(text) === wanted.searchParams.get(name))
  );
}

export interface Refusal {
  text: string;
  /** Whether the typed text may contain a secret, which must not appear in the URL of a page. */
  isSecret: boolean;
}

const secrets: Partial<Record<AddressReason, () => string>> = {
  'looks-like-key': () => t('popup.address_key'),
  'user-info': () => t('popup.address_user_info'),
};

/**
 * Returns the address to connect in the settings: the tab's page if it belongs to the typed service, otherwise the
 * typed address. Returns the reason if the text is not an address.
 */
export function connectingTo(typed: string, page: string): { address: string } | Refusal {
  const address = parseAddress(typed);
  if (!('refused' in address)) return { address: isPageOf(page, address.url) ? page : address.url };
  const secret = secrets[address.refused];
  return { text: secret?.() ?? t('popup.address_refused'), isSecret: !!secret };
}

/** Opens the settings with the typed address, if any. Returns the reason instead if the text is not an address. */
export function connect(typed: string, page: string): Refusal | undefined {
  const to = typed.trim() ? connectingTo(typed, page) : undefined;
  if (to && 'text' in to) return to;
  if (to) openConnect(to.address);
  else openPages.onSettings();
  return undefined;
}
