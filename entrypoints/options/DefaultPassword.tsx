import { useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { SecretInput } from './SecretInput.tsx';
import { Stored } from './Stored.tsx';

interface DefaultPasswordProps {
  isStored: boolean;
  /** New sites are protected by a password unless another privacy is chosen. */
  isNeeded: boolean;
  /** Resolves to whether it was kept; an empty text forgets it. */
  onSave: (password: string) => Promise<boolean>;
}

/** The password new sites get when none is typed. Write-only, as the keys are. */
export function DefaultPassword({ isStored, isNeeded, onSave }: DefaultPasswordProps) {
  const [value, setValue] = useState('');
  const [replacing, setReplacing] = useState(false);
  const [cameBack, setCameBack] = useState(false);
  const close = () => {
    setValue('');
    setReplacing(false);
    setCameBack(true);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (value && (await onSave(value))) close();
  };
  if (isStored && !replacing)
    return (
      <fieldset class="field" aria-label={t('options.common_password')}>
        <span class="label">{t('options.common_password')}</span>
        <Stored
          text={t('options.common_password_stored')}
          replaceName={t('options.replace_password')}
          onReplace={() => setReplacing(true)}
          focus={cameBack}
        >
          <RemoveButton
            name={t('options.forget_password')}
            warning={t('options.common_password_forget_warning')}
            confirm={t('options.common_password_forget')}
            onForget={() => void onSave('').then((kept) => setReplacing(kept))}
          />
        </Stored>
      </fieldset>
    );
  return (
    <form class="stack" noValidate onSubmit={save}>
      <SecretInput
        label={t('options.common_password')}
        value={value}
        onInput={setValue}
        note={t(isNeeded ? 'options.password_missing' : 'options.common_password_hint')}
        urgent={isNeeded}
        focus={replacing}
        onCancel={isStored ? close : undefined}
      />
      {value && (
        <button type="submit" class="button start">
          {t('options.common_password_save')}
        </button>
      )}
    </form>
  );
}
