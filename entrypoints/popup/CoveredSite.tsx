import { t } from '@/lib/text/i18n.ts';
import { Statistics } from './Statistics.tsx';

interface CoveredSiteProps {
  /** The statistics of the website that covers this one. */
  statisticsUrl: string | undefined;
  isQuiet: boolean;
  onSeparately: () => void;
}

/** A site whose `www.` variant or parent is registered: a link to its statistics, and a button to register the site separately. */
export function CoveredSite({ statisticsUrl, isQuiet, onSeparately }: CoveredSiteProps) {
  return (
    <>
      {statisticsUrl && <Statistics url={statisticsUrl} isQuiet={isQuiet} />}
      <p class="hint">{t('popup.related_hint')}</p>
      <button type="button" class="button" onClick={onSeparately}>
        {t('popup.register_separately')}
      </button>
    </>
  );
}
