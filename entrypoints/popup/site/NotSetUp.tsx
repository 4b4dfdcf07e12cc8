import { useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import type { PopupStart } from '../load.ts';
import { Ask } from './Ask.tsx';
import type { Refusal } from './servicePages.ts';
import { useServiceAddress } from './useServiceAddress.ts';

interface NotSetUpProps extends Pick<PopupStart, 'tabId' | 'url'> {
  /** Opens the settings with the typed address. Resolves to the reason if the text is not an address. */
  onAddress: (address: string) => Promise<Refusal | undefined>;
}

/**
 * Asks for a service's address while none is connected. The person types the key later, in the settings, where the
 * browser can ask for access to the service.
 */
export function NotSetUp({ tabId, url, onAddress }: NotSetUpProps) {
  const [typed, setTyped] = useServiceAddress(tabId, url);
  const [refusal, setRefusal] = useState<Refusal>();
  const submit = async () => {
    const refused = await onAddress(typed);
    setRefusal(refused);
    if (refused?.isSecret) setTyped('');
  };
  return (
    <Ask
      title={t('popup.not_set_up')}
      label={t('popup.service_address')}
      placeholder="https://stats.example.com"
      value={typed}
      error={refusal?.text}
      onType={setTyped}
      onSubmit={() => void submit()}
    >
      <p class="muted">{t('popup.not_set_up_hint')}</p>
    </Ask>
  );
}
