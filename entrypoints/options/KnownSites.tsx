import { useState } from 'preact/hooks';
import { BadgeSwitch } from '@/entrypoints/options/BadgeSwitch.tsx';
import type { SavedNote } from '@/entrypoints/options/Saved.tsx';
import { Section } from '@/entrypoints/options/Section.tsx';
import { SiteCachePanel } from '@/entrypoints/options/SiteCachePanel.tsx';
import { dropTabs, requestTabs } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { useRefresh } from './useRefresh.ts';
import { useSaid } from './useSetting.ts';

interface KnownSitesProps {
  /** Address of the analytics service that was connected when the page opened. */
  start: string | undefined;
  value: Preferences;
  change: (part: Partial<Preferences>, tell: (said: SavedNote) => void) => Promise<void>;
}

/** What is known of sites on this computer, and the toolbar badge that is made of it. */
export function KnownSites({ start, value, change }: KnownSitesProps) {
  const [said, tell] = useSaid();
  const [isDenied, setDenied] = useState(false);
  const { base, ...known } = useRefresh(start);
  const readAll = async () => {
    const answer = await ask('registry.refresh', {});
    if (!answer.ok) tell({ failed: problemText(answer.problem) });
  };
  const onBadge = (wanted: boolean) => {
    const granted = wanted ? requestTabs().catch(() => false) : dropTabs().then(() => false);
    void granted.then(async (badge) => {
      setDenied(wanted && !badge);
      await change({ badge }, tell);
      // Without the whole list the badge could not tell what is not registered.
      if (badge && base && !known.walkedAt) await readAll();
    });
  };
  return (
    <Section title={t('tracking.known_label')} said={said}>
      <div class="parts">
        {base && (
          <div class="part">
            <SiteCachePanel {...known} onRefresh={() => void readAll()} onStop={() => void ask('registry.stop', {})} />
          </div>
        )}
        <div class="part">
          <BadgeSwitch checked={value.badge} onChange={onBadge} isDenied={isDenied} />
        </div>
      </div>
    </Section>
  );
}
