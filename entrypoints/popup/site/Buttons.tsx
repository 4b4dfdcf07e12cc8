import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { unicodeOf } from '../unicode.ts';
import type { Focus } from './state.ts';
import { useMain } from './useFocus.ts';

export function Statistics({ url, focus }: { url: string; focus: Focus }) {
  return (
    <a class="button primary wide statistics" href={url} target="_blank" rel="noreferrer" ref={useMain(focus)}>
      <Icon name="chart" />
      {t('popup.open_statistics')}
    </a>
  );
}

/** A longer name would wrap in the button, so it is shown only in the heading (characters). */
const longName = 30;

interface TrackProps {
  host: string;
  busy: boolean;
  focus: Focus;
  disabled: boolean;
}

/**
 * Shows the main button of a site that is not registered. Its accessible name has the host in ASCII, as it will be
 * registered.
 */
export function Track({ host, busy, focus, disabled }: TrackProps) {
  const words = (domain: string) => t(busy ? 'popup.tracking' : 'popup.track', { domain });
  const name = unicodeOf(host);
  const shown = name.length > longName && !busy ? t('commands.track') : words(name);
  const spoken = words(host);
  return (
    <button type="submit" class="button primary wide" disabled={disabled} aria-disabled={busy} ref={useMain(focus)}>
      <span aria-hidden={shown !== spoken}>{shown}</span>
      {shown !== spoken && <span class="visually-hidden">{spoken}</span>}
    </button>
  );
}
