import { useId } from 'preact/hooks';
import type { Service, ServiceStatus } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { Stored } from './Stored.tsx';

interface StoredKeyProps {
  service: Service;
  status: ServiceStatus;
  label: string;
  onReplace: () => void;
  onForget: () => void;
  /** The person has just come back from the box. */
  focus: boolean;
}

const keyNames = {
  replace: { analytics: () => t('options.replace'), seo: () => t('options.replace_seo') },
  forget: { analytics: () => t('options.forget'), seo: () => t('options.forget_seo') },
};

const storedText = ({ key, lastFour = '' }: ServiceStatus): string =>
  t(key === 'session' ? 'options.key_stored_session' : 'options.key_stored', { tail: lastFour });

/** That a service has a key, its last four characters, and what can be done with it. A shared key is the other service's to forget. */
export function StoredKey({ service, status, label, onReplace, onForget, focus }: StoredKeyProps) {
  const id = useId();
  const { shared } = status;
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        {label}
      </span>
      <Stored
        text={shared ? t('options.key_shared') : storedText(status)}
        replace={shared ? t('options.replace_shared') : t('options.replace')}
        replaceName={shared ? t('options.replace_shared') : keyNames.replace[service]()}
        onReplace={onReplace}
        focus={focus}
      >
        {!shared && (
          <RemoveButton
            name={keyNames.forget[service]()}
            warning={t('options.forget_warning')}
            confirm={t('options.forget_confirm')}
            onForget={onForget}
          />
        )}
      </Stored>
    </fieldset>
  );
}
