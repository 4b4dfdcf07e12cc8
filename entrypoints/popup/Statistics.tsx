import { Icon } from '@/components/Icon.tsx';
import { useLostFocus } from '@/components/useLostFocus.ts';
import { t } from '@/lib/text/i18n.ts';

interface StatisticsProps {
  url: string;
  /** The outcome that was just announced keeps the focus. */
  isQuiet: boolean;
  /** The button that uses what was typed is shown. */
  hasOffer?: boolean;
}

/** The main button of a registered site. */
export function Statistics({ url, isQuiet, hasOffer }: StatisticsProps) {
  const link = useLostFocus<HTMLAnchorElement>(!isQuiet, hasOffer);
  return (
    <a
      class="button primary wide statistics"
      href={url}
      target="_blank"
      rel="noreferrer"
      ref={link}
      // biome-ignore lint/a11y/noAutofocus: what the popup is opened for
      autoFocus={!isQuiet}
    >
      <Icon name="chart" />
      {t('popup.open_statistics')}
    </a>
  );
}
