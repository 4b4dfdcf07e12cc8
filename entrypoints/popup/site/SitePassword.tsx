import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import type { RecordProps } from './view.ts';

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
export function SitePassword({ website, site, send, onPress }: RecordProps) {
  const { password = '', privacy } = site.typed;
  const isAsked = site.needs === 'asked';
  if (site.needs === 'set') return <PasswordSet password={site.password} onChange={() => onPress('change-password')} />;
  const keep =
    website.privacy === 2 ? t('popup.cancel') : t('popup.keep_privacy', { privacy: privacyText(website.privacy) });
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
        placeholder={website.has_password ? t('password.kept_placeholder') : undefined}
        error={site.lacksPassword ? t('password.needed') : undefined}
        autoFocus={site.isChanging || privacy === 2}
      />
      <div class="row">
        <button type="submit" class={isAsked ? 'button primary' : 'button'}>
          {t('popup.set_password')}
        </button>
        {isAsked && (
          <button type="button" class="button" onClick={() => onPress('keep-privacy')}>
            {keep}
          </button>
        )}
      </div>
    </form>
  );
}
