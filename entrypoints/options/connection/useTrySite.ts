import { useRead } from '@/components/useWatched.ts';
import { belonging } from '@/lib/connections/belonging.ts';
import { siteOfText } from '@/lib/hosts/parse.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { knownSites } from '@/lib/messages/records.ts';
import { subjectOf } from '@/lib/messages/subjectOf.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { goesText } from '../rulesText.ts';

/**
 * Returns a sentence that names the connection of a typed site, by the rules and the stored sites. As in the popup, it
 * is about the spelling of the host that would be registered (`hostChoice`), unless the host is registered as typed. If
 * the text is not a site, the sentence says so. Returns '' for an empty text.
 */
export function useTrySite(all: Connections, typed: string, hostChoice: HostChoice): string {
  const site = siteOfText(typed);
  const host = 'host' in site ? site.host : '';
  const known = useRead(async () => {
    if (!host) return undefined;
    const knownOf = async (one: string) =>
      (await belonging(one, all, (...of) => knownSites(...of).catch(() => []))).known;
    const own = await knownOf(host);
    const shown = await subjectOf(host, hostChoice, async () => (own?.site.host === host ? [own] : []));
    const known = shown === host ? own : await knownOf(shown);
    return { host, shown, at: new Set(known && [known.connection.account]) };
  }, [host, all, hostChoice]);
  const { shown, at } = known?.host === host ? known : { shown: host, at: new Set<string>() };
  if (host) return goesText(shown, all, at);
  return typed.trim() && t('options.rule_not_a_host', { rule: typed.trim() });
}
