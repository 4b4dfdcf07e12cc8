import { useEffect, useState } from 'preact/hooks';
import { belonging } from '@/lib/connections/belonging.ts';
import { siteOfText } from '@/lib/hosts/parse.ts';
import { knownSites } from '@/lib/messages/records.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { goesText } from '../rulesText.ts';

const nowhere: { host: string; at: ReadonlySet<string> } = { host: '', at: new Set() };

/** Names the connection that a typed site belongs to, by the rules and the stored sites. */
export function useTrySite(all: Connections, typed: string): string {
  const [known, setKnown] = useState(nowhere);
  const site = siteOfText(typed);
  const host = 'host' in site ? site.host : '';
  useEffect(() => {
    if (!host) return;
    let isWanted = true;
    const look = async () => {
      const { known } = await belonging(host, all, (...of) => knownSites(...of).catch(() => []));
      if (isWanted) setKnown({ host, at: new Set(known && [known.connection.account]) });
    };
    void look();
    return () => {
      isWanted = false;
    };
  }, [host, all]);
  const said = host ? goesText(host, all, known.host === host ? known.at : nowhere.at) : '';
  return typed.trim() && (said || t('options.rule_not_a_host', { rule: typed.trim() }));
}
