import { useState } from 'preact/hooks';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Defaults } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed, toFields, toLines, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { RemoveButton, SecretInput, Stored } from './SecretInput.tsx';

interface DefaultPasswordProps {
  isStored: boolean;
  /** New sites are protected by a password unless another privacy is chosen. */
  isNeeded: boolean;
  /** Resolves to whether it was kept; an empty text forgets it. */
  onSave: (password: string) => Promise<boolean>;
}

/** The password new sites get when none is typed. Write-only, as the keys are. */
function DefaultPassword({ isStored, isNeeded, onSave }: DefaultPasswordProps) {
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

interface DefaultsFormProps {
  defaults: Defaults;
  /** Only what was changed. */
  onChange: (part: Partial<Defaults>) => void;
  /** Resolves to whether it was kept. */
  onPassword: (password: string) => Promise<boolean>;
}

const fieldNames = ['exclude_params', 'exclude_ips'] as const;

/** What new sites start with: all fields of the interface. */
export function DefaultsForm({ defaults, onChange, onPassword }: DefaultsFormProps) {
  const [typed, setTyped] = useState<Partial<WebsiteFields>>({});
  const fields = toFields(defaults);
  // A line break at the end is no entry yet, and must not vanish under the person's hands.
  for (const name of fieldNames) {
    const text = typed[name];
    if (text !== undefined && toLines(text).join('\n') === fields[name]) fields[name] = text;
  }
  const change = (next: WebsiteFields) => {
    setTyped({ exclude_params: next.exclude_params, exclude_ips: next.exclude_ips });
    const part: WrittenFields = changed(fields, next);
    if (Object.keys(part).length) onChange(part as Partial<Defaults>);
  };
  return (
    <div class="parts">
      <div class="part stack">
        <PrivacyChoice
          name="default-privacy"
          value={defaults.privacy}
          onChange={(privacy) => change({ ...fields, privacy })}
        />
        <DefaultPassword isStored={defaults.hasPassword} isNeeded={defaults.privacy === 2} onSave={onPassword} />
      </div>
      <div class="part">
        <MoreFields fields={fields} onChange={change} />
      </div>
    </div>
  );
}
