import { t } from '@/lib/text/i18n.ts';
import { Statistics } from './Statistics.tsx';

interface CoveredSiteProps {
  /** Of the website that covers this one. */
  statisticsUrl: string | undefined;
  isQuiet: boolean;
  onSeparately: () => void;
}

/** A site whose `www.` variant or parent is registered: its statistics, and the way to a record of its own. */
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
