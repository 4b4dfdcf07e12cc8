import type { ComponentChildren } from 'preact';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { HostChoice as Choice } from '@/lib/hosts/parse.ts';
import { t } from '@/lib/text/i18n.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { MoreOptions } from './MoreOptions.tsx';

const hostLabels: Record<Choice, () => string> = {
  seen: () => t('popup.host_seen'),
  bare: () => t('popup.host_bare'),
  registrable: () => t('popup.host_registrable'),
};

interface HostOption {
  choice: Choice;
  host: string;
}

interface HostChoiceProps {
  options: readonly HostOption[];
  value: string;
  onChange: (host: string) => void;
}

/** Which host to register, where there is more than one candidate. */
function HostChoice({ options, value, onChange }: HostChoiceProps) {
  return (
    <fieldset class="hosts">
      <legend class="label">{t('popup.host_choice')}</legend>
      {options.map(({ choice, host }) => (
        <label key={host} class="check">
          <input type="radio" name="host" checked={host === value} onChange={() => onChange(host)} />
          <span>
            <bdi>{host}</bdi> <span class="hint">{hostLabels[choice]()}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  host: string;
  hosts: readonly HostOption[];
  onHost: (host: string) => void;
  fields: WebsiteFields;
  onFields: (fields: WebsiteFields) => void;
  params: readonly string[];
  /** A default password for new sites is stored. */
  hasPassword: boolean;
  passwordError?: string;
  busy: boolean;
  disabled: boolean;
  onTrack: () => void;
  /** Outcome and notes; below the button, so that the button never moves away from the pointer. */
  children: ComponentChildren;
}

/** A site that is not registered: the button to register it, and the fields it is registered with. */
export function NewSite(props: Props) {
  const { host, hosts, fields, onFields, busy } = props;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) props.onTrack();
      }}
    >
      <PrivacyChoice value={fields.privacy} onChange={(privacy) => onFields({ ...fields, privacy })} />
      {fields.privacy === 2 && (
        <PasswordField
          value={fields.password}
          placeholder={props.hasPassword ? t('password.default_placeholder') : undefined}
          error={props.passwordError}
          onChange={(password) => onFields({ ...fields, password })}
        />
      )}
      <button
        type="submit"
        class="button primary wide"
        disabled={props.disabled}
        aria-disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: the popup opens for this one action, and Enter presses it
        autoFocus
      >
        <span>{busy ? t('popup.tracking', { domain: host }) : t('popup.track', { domain: host })}</span>
      </button>
      {props.children}
      {hosts.length > 1 && <HostChoice options={hosts} value={host} onChange={props.onHost} />}
      <MoreOptions fields={fields} onChange={onFields} params={props.params} />
    </form>
  );
}
