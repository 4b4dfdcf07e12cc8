import type { ComponentChildren } from 'preact';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { MoreFields } from '@/components/MoreFields.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { useTeams } from '@/components/useTeams.ts';
import { useTraits } from '@/components/useTraits.ts';
import { placeholders } from '@/lib/connections/urlTemplates.ts';
import { listText, t } from '@/lib/text/i18n.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { lacksPassword } from '@/lib/websites/written.ts';
import { Fixed } from '../Fixed.tsx';
import { templateLabels, templateNames } from '../settingsTable.ts';
import { headerFields, urlOf, waitsElsewhere } from './check.ts';
import { Field, slot, useForm } from './Field.tsx';
import { Stored } from './Stored.tsx';
import { initialTemplates, ownDefaults, ownTemplates, shownDefaults, shownTeam, textOf } from './shown.ts';
import type { Folded, WaitingHeader } from './state.ts';

interface FoldProps {
  name: Folded;
  title: string;
  /** The present value in words, shown on the line that expands the part. */
  value: string;
  hint?: string;
  children: ComponentChildren;
}

function Fold({ name, title, value, hint, children }: FoldProps) {
  const { state, send } = useForm();
  const isOpen = state.open.includes(name);
  const toggled = ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    if (open !== isOpen) send({ type: 'folded', part: name, isOpen: open });
  };
  return (
    <details class="fold" open={isOpen} onToggle={toggled}>
      <summary id={slot(`fold.${name}`)}>
        <Icon name="chevron" />
        {title}
        <span class="hint">{value}</span>
      </summary>
      <div class="part stack">
        {hint && <p class="hint">{hint}</p>}
        {children}
      </div>
    </details>
  );
}

function Waiting({ header }: { header: WaitingHeader }) {
  const { state } = useForm();
  const { name, origin } = header;
  const host = origin && waitsElsewhere(state, header) ? new URL(origin).host : undefined;
  const text = host ? t('options.header_elsewhere', { name, host }) : name;
  return (
    <Stored
      icon={host ? 'info' : 'key'}
      text={`${text} · ${t('options.unsaved')}`}
      what={`unsaved ${name}`}
      label={t('options.header_forget', { name })}
    />
  );
}

/** Renders the HTTP headers that a proxy in front of the service requires. Each header is sent to one host only. */
export function Headers() {
  const { state, send } = useForm();
  const { headers = [] } = state.read.status;
  const url = urlOf(textOf(state, 'analytics.url'));
  const host = url && new URL(url).host;
  const isTypedIn = headerFields.some((field) => textOf(state, field));
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send({ type: 'header-added' });
  };
  return (
    <Fold
      name="headers"
      title={t('options.headers')}
      value={listText(headers.map(({ name }) => name))}
      hint={t('options.headers_hint')}
    >
      {headers.map(({ name, lastFour, host: bound }) => (
        <Stored
          key={name}
          icon={host && host !== bound ? 'info' : 'key'}
          text={
            host && host !== bound
              ? t('options.header_elsewhere', { name, host: bound })
              : lastFour
                ? t('options.header_stored', { name, tail: lastFour })
                : name
          }
          what={`header ${name}`}
          label={t('options.header_forget', { name })}
          warning={t('options.header_forget_warning')}
        />
      ))}
      {state.typed.headers?.map((header) => (
        <Waiting key={header.name} header={header} />
      ))}
      <fieldset class="stack" onKeyDown={enter}>
        <Field name="header.name" label={t('options.header_name')} look="code" maxLength={200} />
        <Field
          name="header.value"
          label={t('options.header_value')}
          look="secret"
          note={isTypedIn && t('options.unsaved')}
        />
        <Button look="start" label={t('options.header_add')} onClick={() => send({ type: 'header-added' })} />
      </fieldset>
    </Fold>
  );
}

const valueText = (isOwn: boolean) => t(isOwn ? 'options.own_here' : 'options.as_common');

const UseCommon = ({ onClick }: { onClick: () => void }) => (
  <Button look="quiet start" label={t('options.use_common')} onClick={onClick} />
);

function DefaultPassword() {
  const { state, send } = useForm();
  const { hasPassword, privacy } = shownDefaults(state);
  const isMissing = lacksPassword({ privacy }, hasPassword);
  const isTypedIn = textOf(state, 'password') !== '';
  if (hasPassword && state.read.connection?.defaults)
    return (
      <fieldset class="field" aria-label={t('options.default_password')}>
        <span class="label">{t('options.default_password')}</span>
        <Stored
          text={t('options.password_stored')}
          what="password"
          label={t('options.default_password_forget')}
          warning={t('options.default_password_forget_warning')}
        />
      </fieldset>
    );
  return (
    <Field
      name="password"
      label={t('options.default_password')}
      look="secret"
      note={t(isTypedIn ? 'options.unsaved' : isMissing ? 'options.password_missing' : 'options.default_password_hint')}
      isUrgent={isMissing}
    >
      {isTypedIn && <Button look="start" label={t('popup.save')} onClick={() => send({ type: 'password-saved' })} />}
    </Field>
  );
}

function OwnTeam() {
  const { state, send } = useForm();
  const teams = useTeams(state.read.connection, state.open.includes('defaults'));
  return (
    <TeamChoice
      label={t('team.new_sites')}
      teams={teams}
      value={shownTeam(state)}
      onChange={(team) => send({ type: 'chosen', part: { team: team ?? null } })}
    />
  );
}

/** Renders the connection's own defaults for new websites. If there are none, the common ones apply. */
export function OwnDefaults() {
  const { state, send } = useForm();
  const { privacy: modes, settings } = useTraits();
  const defaults = shownDefaults(state);
  const own = ownDefaults(state);
  const team = shownTeam(state);
  if (!modes.length && !settings.length) return null;
  const fields = state.typed.defaults ?? toFields(defaults);
  const change = (changed: WebsiteFields) => send({ type: 'chosen', part: { defaults: changed } });
  return (
    <Fold
      name="defaults"
      title={t('options.defaults')}
      value={[valueText(own !== undefined), ...(team ? [t('record.team', { team: team.name })] : [])].join(' · ')}
    >
      <Fixed name="defaults">
        <PrivacyChoice
          name="default-privacy"
          value={modes.includes(defaults.privacy) ? defaults.privacy : 1}
          hasTeam={!!team}
          onChange={(privacy) => change({ ...fields, privacy })}
        />
        <MoreFields fields={fields} onChange={change} />
      </Fixed>
      <OwnTeam />
      {modes.includes(2) && state.read.connection && <DefaultPassword />}
      {own && <UseCommon onClick={() => send({ type: 'chosen', part: { defaults: null } })} />}
    </Fold>
  );
}

/**
 * Renders the connection's own templates: of the tracking code, and of the addresses of the service's pages. If there
 * are none, the common ones apply.
 */
export function OwnTemplates() {
  const { state, send } = useForm();
  const own = ownTemplates(state);
  const initial = initialTemplates(state);
  return (
    <Fold
      name="templates"
      title={t('options.service_pages')}
      value={valueText(own !== undefined)}
      hint={t('options.service_pages_hint')}
    >
      {templateNames.map((name) => (
        <Fixed key={name} name={name}>
          <Field
            name={name}
            label={templateLabels[name]()}
            look={name === 'trackingCode' ? 'lines' : 'code'}
            placeholder={initial[name]}
            note={`${t('options.placeholders')} ${placeholders[name].map((place) => `{${place}}`).join(' ')}`}
          />
        </Fixed>
      ))}
      {own && <UseCommon onClick={() => send({ type: 'chosen', part: { templates: null } })} />}
    </Fold>
  );
}
