import { useEffect, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Unsaved } from './typed.ts';
import { useUnsaved } from './useUnsaved.ts';

interface PasswordSetProps {
  /** The password that was set in this popup; it is not shown, and can be copied until the popup closes. */
  password: string | undefined;
  onChange: () => void;
}

/** Says that a statistics page has a password, which the service does not reveal. */
function PasswordSet({ password, onChange }: PasswordSetProps) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(password ?? '').then(
      () => setSaid(t('password.copied')),
      () => setSaid(t('password.copy_failed')),
    );
  return (
    <div class="row password-set">
      <Icon name="key" />
      <span class={password && 'visually-hidden'}>{t('popup.password_set')}</span>
      {password && <span aria-hidden="true">•••••</span>}
      {password && (
        <button type="button" class="link" onClick={() => void copy()}>
          {t('password.copy_again')}
        </button>
      )}
      <button type="button" class="link" onClick={onChange}>
        {t('popup.change')}
      </button>
      <span class="hint" aria-live="polite">
        {said}
      </span>
    </div>
  );
}

interface SitePasswordProps {
  hasPassword: boolean;
  /** The password that was set in this popup. */
  last: string | undefined;
  unsaved: Unsaved;
  /** The input is focused when it appears. */
  autoFocus: boolean;
  /** Resolves to whether the service accepted. */
  onSave: (password: string) => Promise<boolean>;
}

/** The password of a registered site's statistics page: that there is one, or a box to type it. */
export function SitePassword({ hasPassword, last, unsaved, autoFocus, onSave }: SitePasswordProps) {
  const { password: value = '' } = unsaved;
  const keep = useUnsaved(unsaved);
  const [changing, setChanging] = useState(false);
  const [missing, setMissing] = useState(false);
  // It may have been saved by "Try again".
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one was set
  useEffect(() => setChanging(false), [last]);
  if (hasPassword && !changing && !value) return <PasswordSet password={last} onChange={() => setChanging(true)} />;
  const submit = async () => {
    setMissing(!value);
    if (value && (await onSave(value))) setChanging(false);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PasswordField
        value={value}
        onChange={(password) => keep({ password })}
        placeholder={hasPassword ? t('password.kept_placeholder') : undefined}
        error={missing && !value ? t('password.needed') : undefined}
        autoFocus={changing || autoFocus}
      />
      <button type="submit" class="button">
        {t('popup.set_password')}
      </button>
    </form>
  );
}
