import { t } from '@/lib/text/i18n.ts';

/** Nothing is connected yet: one button to the options page. */
export function NotSetUp({ onSettings }: { onSettings: () => void }) {
  return (
    <div class="stack">
      <h2>{t('popup.not_set_up')}</h2>
      <p class="muted">{t('popup.not_set_up_hint')}</p>
      <button
        type="button"
        class="button primary wide"
        onClick={onSettings}
        // biome-ignore lint/a11y/noAutofocus: the only thing to do here
        autoFocus
      >
        {t('popup.set_up')}
      </button>
    </div>
  );
}
