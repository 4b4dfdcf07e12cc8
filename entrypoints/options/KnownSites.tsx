import type { Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { BadgeSwitch } from './BadgeSwitch.tsx';
import { Section } from './Section.tsx';
import { SiteCachePanel } from './SiteCachePanel.tsx';
import { useKnownSites } from './useKnownSites.ts';
import type { Tell } from './useSetting.ts';

interface KnownSitesProps {
  /** Address of the analytics service that was connected when the page opened. */
  start: string | undefined;
  value: Preferences;
  change: (part: Partial<Preferences>, tell: Tell) => Promise<void>;
}

/** What is known of sites on this computer, and the toolbar badge that is made of it. */
export function KnownSites({ start, value, change }: KnownSitesProps) {
  const { said, isConnected, panel, badge } = useKnownSites(start, change);
  return (
    <Section title={t('tracking.known_label')} said={said}>
      <div class="parts">
        {isConnected && (
          <div class="part">
            <SiteCachePanel {...panel} />
          </div>
        )}
        <div class="part">
          <BadgeSwitch checked={value.badge} {...badge} />
        </div>
      </div>
    </Section>
  );
}
