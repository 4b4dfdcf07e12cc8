import { useState } from 'preact/hooks';
import { onSubmitted } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { t, unmarked } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import { copyText } from '@/lib/util/copyText.ts';
import type { RecordProps } from './view.ts';

interface CopyProps {
  label: string;
  text: string;
  /**
   * The message to show if copying fails. By default this is the text itself, so that the person can copy it by hand.
   */
  failed?: string;
  done?: string;
  onSaid: (said: string) => void;
}

/** Shows a button that copies a link or a password for the people who may see the statistics. */
const Copy = ({ label, text, failed = text, done = t('tracking.copied'), onSaid }: CopyProps) => (
  <button
    type="button"
    class="link"
    onClick={() => void copyText(text).then((isDone) => onSaid(isDone ? done : failed))}
  >
    {label}
  </button>
);

/** Shows a button that copies the address of public statistics, for a record that has no share link. */
function PublicLink({ url }: { url: string }) {
  const [said, setSaid] = useState('');
  return (
    <div class="row password-set">
      <Icon name="globe" />
      <Copy label={t('record.copy_link')} text={url} onSaid={setSaid} />
      <bdi class="hint" aria-live="polite">
        {said}
      </bdi>
    </div>
  );
}

interface PasswordSetProps {
  /** The password that was set in this popup. It is hidden, but can be copied until the popup closes. */
  password: string | undefined;
  statisticsUrl: string | undefined;
  onChange: () => void;
}

const forClient = (url: string, password: string) => unmarked(`${url}\n${t('password.for_client', { password })}`);

/** Says that there is a password, which the service does not reveal. Has buttons to copy and change it. */
function PasswordSet({ password, statisticsUrl, onChange }: PasswordSetProps) {
  const [said, setSaid] = useState('');
  const copy = { failed: t('password.copy_failed'), onSaid: setSaid };
  return (
    <div class="row password-set">
      <Icon name="key" />
      <span class={password && 'visually-hidden'}>{t('popup.password_set')}</span>
      {password && <span aria-hidden="true">•••••</span>}
      {password && <Copy {...copy} label={t('password.copy_again')} text={password} done={t('password.copied')} />}
      <button type="button" class="link" onClick={onChange}>
        {t('popup.change')}
      </button>
      {statisticsUrl && password && (
        <Copy {...copy} label={t('password.copy_with_link')} text={forClient(statisticsUrl, password)} />
      )}
      {statisticsUrl && !password && <Copy label={t('record.copy_link')} text={statisticsUrl} onSaid={setSaid} />}
      <span class="hint" aria-live="polite">
        {said}
      </span>
    </div>
  );
}

/** Shows a box for a password, a note that there is one, or the public address, as `needsOf` decides. */
export function SitePassword({ website, site, statisticsUrl, send, onPress }: RecordProps) {
  const { password = '', privacy } = site.typed;
  const isAsked = site.needs === 'asked';
  if (site.needs === 'link') return statisticsUrl ? <PublicLink url={statisticsUrl} /> : null;
  if (site.needs === 'set')
    return (
      <PasswordSet password={site.password} statisticsUrl={statisticsUrl} onChange={() => onPress('change-password')} />
    );
  const keep =
    website.privacy === 2 ? t('popup.cancel') : t('popup.keep_privacy', { privacy: privacyText(website.privacy) });
  return (
    <form class="stack" onSubmit={onSubmitted(() => onPress('set-password'))}>
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
