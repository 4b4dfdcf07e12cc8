import { useRead } from '@/components/useWatched.ts';
import { belonging } from '@/lib/connections/belonging.ts';
import { siteOfText } from '@/lib/hosts/parse.ts';
import { knownSites } from '@/lib/messages/records.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { goesText } from '../rulesText.ts';

/**
 * Returns a sentence that names the connection of a typed site, by the rules and the stored sites. If the text is not a
 * site, the sentence says so. If there is no text, returns ''.
 */
export function useTrySite(all: Connections, typed: string): string {
  const site = siteOfText(typed);
  const host = 'host' in site ? site.host : '';
  const known = useRead(async () => {
    if (!host) return undefined;
    const { known } = await belonging(host, all, (...of) => knownSites(...of).catch(() => []));
    return { host, at: new Set(known && [known.connection.account]) };
  }, [host, all]);
  const said = host ? goesText(host, all, known?.host === host ? known.at : new Set()) : '';
  return typed.trim() && (said || t('options.rule_not_a_host', { rule: typed.trim() }));
}
