import { useRef, useState } from 'preact/hooks';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { fieldsOfKind } from '@/lib/services/websiteFields.ts';
import type { Defaults } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed } from '@/lib/websites/changed.ts';
import { toFields, toLines, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { Fixed } from './Fixed.tsx';
import { RemoveButton, SecretInput, Stored } from './SecretInput.tsx';
import { useFocusInPlace } from './useFocusInPlace.ts';
import { useTyped } from './useTyped.ts';

interface DefaultPasswordProps {
  isStored: boolean;
  /** New sites get privacy `Password`, so a password is needed. */
  isNeeded: boolean;
  /** Resolves to whether it was saved; an empty text removes the stored one. */
  onSave: (password: string) => Promise<boolean>;
}

/** The password for new sites if none is typed. Write-only, like the keys. */
function DefaultPassword({ isStored, isNeeded, onSave }: DefaultPasswordProps) {
  const [value = '', setValue] = useTyped('password');
  const [replacing, setReplacing] = useState(false);
  /** The person has saved or cancelled, and not gone back into the box. */
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Another window may remove the stored one, and the buttons with it.
  const [view, takeFocus] = useFocusInPlace<HTMLDivElement>('input, button');
  // Nor does one that another window saves take away the box that is typed in.
  const isUsed = value !== '' || (!isDone && form.current?.contains(document.activeElement));
  const close = () => {
    setValue('');
    setReplacing(false);
    setDone(true);
  };
  const cancel = () => {
    takeFocus();
    close();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (value && (await onSave(value))) close();
  };
  return (
    <div ref={view}>
      {isStored && !replacing && !isUsed ? (
        <fieldset class="field" aria-label={t('options.default_password')}>
          <span class="label">{t('options.default_password')}</span>
          <Stored
            text={t('options.password_stored')}
            replaceName={t('options.replace')}
            onReplace={() => {
              takeFocus();
              setReplacing(true);
            }}
          >
            <RemoveButton
              name={t('options.forget')}
              warning={t('options.default_password_forget_warning')}
              confirm={t('options.default_password_forget')}
              onForget={() => void onSave('')}
            />
          </Stored>
        </fieldset>
      ) : (
        <form ref={form} class="stack" noValidate onSubmit={save} onFocusCapture={() => setDone(false)}>
          <SecretInput
            label={t('options.default_password')}
            value={value}
            onInput={setValue}
            note={t(isNeeded ? 'options.password_missing' : 'options.default_password_hint')}
            urgent={isNeeded}
            onCancel={isStored ? cancel : undefined}
          />
          {value && (
            <button type="submit" class="button start">
              {t('manage.save')}
            </button>
          )}
        </form>
      )}
    </div>
  );
}

interface DefaultsFormProps {
  defaults: Defaults;
  /** Called with the changed fields only. */
  onChange: (part: Partial<Defaults>) => void;
  /** Resolves to whether it was saved. */
  onPassword: (password: string) => Promise<boolean>;
}

const lineFields = fieldsOfKind('lines');

/** The default fields of new sites. The password belongs to the person, even if an organisation has fixed the rest. */
export function DefaultsForm({ defaults, onChange, onPassword }: DefaultsFormProps) {
  const [typed, setTyped] = useState<Partial<WebsiteFields>>({});
  const { privacy: modes, settings } = useTraits();
  const fields = toFields(defaults);
  // Storing drops a trailing line break; keep it in the box while the person types the next entry.
  for (const name of lineFields) {
    const text = typed[name];
    if (text !== undefined && toLines(text).join('\n') === fields[name]) fields[name] = text;
  }
  const change = (next: WebsiteFields) => {
    setTyped(next);
    const part: WrittenFields = changed(fields, next);
    if (Object.keys(part).length) onChange(part as Partial<Defaults>);
  };
  return (
    <div class="parts">
      {modes.length > 0 && (
        <div class="part stack">
          <Fixed name="defaults">
            <PrivacyChoice
              name="default-privacy"
              value={modes.includes(defaults.privacy) ? defaults.privacy : 1}
              isSaved
              onChange={(privacy) => change({ ...fields, privacy })}
            />
          </Fixed>
          {modes.includes(2) && (
            <DefaultPassword isStored={defaults.hasPassword} isNeeded={defaults.privacy === 2} onSave={onPassword} />
          )}
        </div>
      )}
      {settings.length > 0 && (
        <div class="part">
          <Fixed name="defaults">
            <MoreFields fields={fields} onChange={change} />
          </Fixed>
        </div>
      )}
    </div>
  );
}
