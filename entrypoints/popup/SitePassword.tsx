import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { FormProps } from './formProps.ts';

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

/** The password of a registered site's statistics page: that there is one, or a box to type it. */
export function SitePassword({ website, site, send, onPress }: FormProps & { website: Website }) {
  const { password = '', privacy } = site.typed;
  const hasPassword = !!website.has_password;
  if (hasPassword && !site.isChanging && !password)
    return <PasswordSet password={site.password} onChange={() => onPress('change-password')} />;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onPress('set-password');
      }}
    >
      <PasswordField
        value={password}
        onChange={(typed) => send({ type: 'edited', fields: { password: typed } })}
        placeholder={hasPassword ? t('password.kept_placeholder') : undefined}
        error={site.lacksPassword ? t('password.needed') : undefined}
        autoFocus={site.isChanging || privacy === 2}
      />
      <button type="submit" class="button">
        {t('popup.set_password')}
      </button>
    </form>
  );
}
