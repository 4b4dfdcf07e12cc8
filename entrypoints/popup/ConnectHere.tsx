import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { openPages } from './pages.ts';
import { useServicePage } from './useServicePage.ts';

/** The button to connect the service whose page is open. Nothing is asked of the service before it is pressed. */
export function ConnectHere() {
  const page = useServicePage();
  return (
    page && (
      <button type="button" class="button quiet" onClick={() => openPages.onConnect(page)}>
        <Icon name="plus" />
        {t('popup.connect_page', { host: new URL(page).hostname })}
      </button>
    )
  );
}
