import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { siteOfText } from '@/lib/hosts/parse.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Problem, Team } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, refusalText } from '@/lib/text/problems.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { Sheet, type SheetActions } from './Sheet.tsx';
import { SiteFields } from './SiteFields.tsx';

export interface Creating {
  typed: string;
  fields: WebsiteFields;
  /** The chosen team; null for the account itself; left out for the connection's default. */
  team?: Team | null;
  busy: boolean;
  errors: FieldErrors;
  problem?: Problem;
}

interface CreateSheetProps extends SheetActions {
  creating: Creating;
  /** Whether a default password for new sites is stored. */
  hasPassword: boolean;
  /** Chooses one of several connections. */
  choice?: ComponentChildren;
  /** The team that the website will belong to. */
  team: Team | undefined;
  /** The teams in which the account may create websites, if known. */
  teams: readonly Team[] | undefined;
  onChange: (change: Partial<Pick<Creating, 'typed' | 'fields' | 'team'>>) => void;
  onCreate: () => void;
  /** Creates the website although the site may be registered already. */
  onCreateAnyway: () => void;
}

/** The host that the typed domain or address will be registered as. */
function ReadDomain({ typed }: { typed: string }) {
  const site = siteOfText(typed);
  if (!typed.trim()) return <>{t('manage.domain_hint')}</>;
  if ('refused' in site) return <>{refusalText(site.refused)}</>;
  return (
    <>
      {t('manage.registers')} <SiteName host={site.host} unicode={toUnicode(site.host)} />
      {site.notes
        .filter((note) => note !== 'idn')
        .map((note) => (
          <span class="reading-note" key={note}>
            {noteText(note)}
          </span>
        ))}
    </>
  );
}

/** A new website from a typed domain or address. */
export function CreateSheet(props: CreateSheetProps) {
  const { creating, onChange } = props;
  const { typed, fields, busy, errors, problem } = creating;
  const id = useId();
  const site = siteOfText(typed);
  const host = 'host' in site ? toUnicode(site.host) : '';
  return (
    <Sheet
      {...props}
      title={t('manage.add_website')}
      busy={busy}
      errors={errors}
      problem={problem}
      domain={host}
      submit={
        <>
          <Icon name="plus" />
          {busy ? t('manage.registering') : host ? t('popup.track', { domain: host }) : t('manage.add_website')}
        </>
      }
      onSubmit={props.onCreate}
      onAnyway={props.onCreateAnyway}
    >
      {props.choice}
      <div class="field">
        <label for={id}>{t('manage.domain')}</label>
        <input
          id={id}
          dir="ltr"
          data-focus
          inputMode="url"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="example.com"
          value={typed}
          // The domain being registered must stay visible until the answer arrives.
          readOnly={busy}
          aria-invalid={errors.domain ? 'true' : undefined}
          aria-describedby={`${id}-error ${id}-reading`}
          onInput={(event) => onChange({ typed: event.currentTarget.value })}
        />
        <p class="error" id={`${id}-error`}>
          {errors.domain}
        </p>
        <p class="hint reading" id={`${id}-reading`}>
          <ReadDomain typed={typed} />
        </p>
      </div>
      <TeamChoice
        label={t('team.belongs_to')}
        teams={props.teams}
        value={props.team}
        onChange={(team) => onChange({ team: team ?? null })}
      />
      <SiteFields
        fields={fields}
        onChange={(changed) => onChange({ fields: changed })}
        errors={errors}
        hasTeam={!!props.team}
        passwordPlaceholder={props.hasPassword ? t('password.default_placeholder') : undefined}
      />
    </Sheet>
  );
}
