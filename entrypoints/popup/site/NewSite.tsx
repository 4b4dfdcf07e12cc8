import type { ComponentChildren } from 'preact';
import { onSubmitted } from '@/components/forms.ts';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { later } from '../later.tsx';
import { Track } from './Buttons.tsx';
import type { FormProps } from './view.ts';

const PasswordField = later((views) => views.PasswordField);
const More = later((views) => views.More);
const NewFields = later((views) => views.NewFields);

interface NewSiteProps extends FormProps {
  /** Whether a default password for new sites is stored. */
  hasPassword: boolean;
  disabled: boolean;
  /** A problem and its remedy. They replace the button that registers the site, because it would only fail again. */
  problem: ComponentChildren;
  /**
   * Notes to read before registering the site. They are below the button, because notes above it would push it away
   * from the pointer.
   */
  children: ComponentChildren;
}

export function NewSite({ hasPassword, disabled, problem, children, ...form }: NewSiteProps) {
  const { site, send, onPress } = form;
  const { fields, busy } = site;
  const onEdit = (changed: Partial<WebsiteFields>) => send({ type: 'edited', fields: changed });
  return (
    <form class="stack" onSubmit={onSubmitted(() => onPress('track'))}>
      {/* While the site is being registered, a changed privacy is saved without another press. */}
      <PrivacyChoice
        value={fields.privacy}
        savesAtOnce={busy}
        hasTeam={!!(site.typed.team ?? form.start.connection?.team)}
        onChange={(privacy) => onEdit({ privacy })}
      />
      {fields.privacy === 2 && (
        <div class="password-place">
          <PasswordField
            value={fields.password}
            placeholder={hasPassword ? t('password.default_placeholder') : undefined}
            error={site.lacksPassword ? t('password.needed') : undefined}
            onChange={(password) => onEdit({ password })}
          />
        </div>
      )}
      {problem ?? <Track host={site.host} busy={busy} focus={site.focus} disabled={disabled} />}
      {children}
      <More isOpen={site.isMore} onToggle={() => onPress('more')}>
        <NewFields {...form} />
      </More>
    </form>
  );
}
