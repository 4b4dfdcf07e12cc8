import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { momentText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';

interface LastKnownProps {
  website: Pick<Website, 'privacy'>;
  /** When the service last showed it. */
  readAt: number | undefined;
  statisticsUrl: string | undefined;
  /** Why it is not known how it is now, and what to do. */
  children?: ComponentChildren;
}

/** A registered site while its service cannot be asked: how it was when it was last read, and nothing to change. */
export function LastKnown({ website: { privacy }, readAt, statisticsUrl, children }: LastKnownProps) {
  // The clock may have been set back since.
  const isPast = readAt !== undefined && readAt <= Date.now();
  return (
    <>
      {children}
      <div class="last-known">
        <p class="label">
          {t('popup.last_known')}
          {isPast && <span class="hint">{momentText(readAt)}</span>}
        </p>
        <p>{[t('popup.registered'), ...(privacy === undefined ? [] : [privacyText(privacy)])].join(' · ')}</p>
      </div>
      {statisticsUrl && (
        <a class="button" href={statisticsUrl} target="_blank" rel="noreferrer">
          <Icon name="chart" />
          {t('popup.open_statistics')}
        </a>
      )}
    </>
  );
}
