import type { ComponentChildren } from 'preact';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { useLostFocus } from '@/components/useLostFocus.ts';
import { t } from '@/lib/text/i18n.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import type { FormProps } from './formProps.ts';
import { later } from './later.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import { unicodeOf } from './unicode.ts';

const MoreFields = later((views) => views.MoreFields);
const PasswordField = later((views) => views.PasswordField);

/** A longer name would wrap in the button, so only the heading shows it. */
const longName = 30;

interface TrackProps {
  host: string;
  busy: boolean;
  /** An outcome was just announced, and keeps the focus. */
  isQuiet: boolean;
  /** The button that uses what was typed is shown. */
  hasOffer: boolean;
  disabled: boolean;
}

/** The main button. Its accessible name contains the host as it will be registered, whatever form is shown. */
function Track({ host, busy, isQuiet, hasOffer, disabled }: TrackProps) {
  const button = useLostFocus<HTMLButtonElement>(!isQuiet, hasOffer);
  const words = (domain: string) => t(busy ? 'popup.tracking' : 'popup.track', { domain });
  const name = unicodeOf(host);
  const shown = name.length > longName && !busy ? t('commands.track') : words(name);
  const spoken = words(host);
  return (
    <button
      type="submit"
      class="button primary wide"
      disabled={disabled}
      aria-disabled={busy}
      ref={button}
      // biome-ignore lint/a11y/noAutofocus: the popup opens for this one action, and Enter presses it
      autoFocus={!isQuiet}
    >
      <span aria-hidden={shown !== spoken}>{shown}</span>
      {shown !== spoken && <span class="visually-hidden">{spoken}</span>}
    </button>
  );
}

interface NewSiteProps extends FormProps {
  /** A default password for new sites is stored. */
  hasPassword: boolean;
  disabled: boolean;
  /** The problem with its remedy, shown instead of the button, which could do nothing. */
  problem: ComponentChildren;
  /** What to know before pressing; below the button, so that it never moves away from the pointer. */
  children: ComponentChildren;
}

/** A site that is not registered: the button to register it, and the fields it is registered with. */
export function NewSite({ site, send, onPress, ...props }: NewSiteProps) {
  const { fields, busy } = site;
  const onEdit = (changed: Partial<WebsiteFields>) => send({ type: 'edited', fields: changed });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onPress('track');
      }}
    >
      <PrivacyChoice value={fields.privacy} onChange={(privacy) => onEdit({ privacy })} />
      {fields.privacy === 2 && (
        <div class="password-place">
          <PasswordField
            value={fields.password}
            placeholder={props.hasPassword ? t('password.default_placeholder') : undefined}
            error={site.lacksPassword ? t('password.needed') : undefined}
            onChange={(password) => onEdit({ password })}
          />
        </div>
      )}
      {props.problem ?? (
        <Track
          host={site.host}
          busy={busy}
          isQuiet={!!site.outcome}
          hasOffer={site.hasOffer}
          disabled={props.disabled}
        />
      )}
      {props.children}
      <MoreOptions
        Fields={MoreFields}
        fields={fields}
        onChange={(after) => onEdit(edits(fields, after))}
        isOpen={site.isMore}
        onToggle={() => onPress('more')}
        pageUrl={props.pageUrl}
      />
    </form>
  );
}
