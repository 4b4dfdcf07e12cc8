import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { ShareLink } from '@/components/ShareLink.tsx';
import type { Privacy, Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { Conflict, ConflictChoice, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { ReadableField, WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { Sheet, type SheetActions } from './Sheet.tsx';
import { SiteFields } from './SiteFields.tsx';

interface SiteLinksProps {
  siteUrl: string | undefined;
  statisticsUrl: string | undefined;
  trackingCode: string | undefined;
}

/** Links to the website, its statistics and its tracking code. */
function SiteLinks({ siteUrl, statisticsUrl, trackingCode }: SiteLinksProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(trackingCode ?? '').then(
      () => true,
      () => false,
    );
    setSaid(t(copied ? 'manage.code_copied' : 'manage.code_not_copied'));
  };
  const links = [
    { url: siteUrl, icon: 'external', label: t('popup.open_site') },
    { url: statisticsUrl, icon: 'chart', label: t('manage.statistics') },
  ] as const;
  return (
    <div class="row links">
      {links.map(
        ({ url, icon, label }) =>
          url && (
            <a key={icon} class="button quiet" href={url} target="_blank" rel="noreferrer">
              <Icon name={icon} />
              {label}
            </a>
          ),
      )}
      {trackingCode && (
        <button type="button" class="button quiet" onClick={copy}>
          <Icon name="copy" />
          {t('manage.copy_code')}
        </button>
      )}
      <span class="hint" role="status">
        {said}
      </span>
    </div>
  );
}

const fieldLabel = (field: ReadableField): string => t(field === 'privacy' ? 'privacy.label' : `fields.${field}`);

/** A field's value in words. */
function fieldValueText(field: ReadableField, value: WebsiteFields[ReadableField]): string {
  if (value === undefined) return t('manage.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}

interface ConflictsProps {
  found: readonly Conflict[];
  choices: ConflictChoices;
  onChoose: (field: ReadableField, choice: ConflictChoice) => void;
}

/** Shown if the record was changed elsewhere since it was opened: both values of each field, to choose from. */
function Conflicts({ found, choices, onChoose }: ConflictsProps) {
  const sides = (conflict: Conflict) => [
    { choice: 'ours' as const, label: t('manage.conflict_ours'), value: conflict.ours },
    { choice: 'theirs' as const, label: t('manage.conflict_theirs'), value: conflict.theirs },
  ];
  return (
    <>
      <div class="note warn" role="alert">
        <Icon name="warning" />
        <p>{t('manage.conflict')}</p>
      </div>
      {found.map((conflict) => (
        <fieldset key={conflict.field} class="conflict">
          <legend class="label">{fieldLabel(conflict.field)}</legend>
          {sides(conflict).map(({ choice, label, value }) => (
            <label key={choice}>
              <input
                type="radio"
                name={`conflict-${conflict.field}`}
                checked={choices[conflict.field] === choice}
                onChange={() => onChoose(conflict.field, choice)}
              />
              <span>
                <span class="hint">{label}</span>
                <bdi>{fieldValueText(conflict.field, value)}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}

export interface Editing {
  row: Row<Website>;
  fields: WebsiteFields;
  busy: boolean;
  errors: FieldErrors;
  problem?: Problem;
  /** A message that is not a problem, such as that nothing was changed or that a draft was restored. */
  note?: string;
  /** Whether the fields are a draft from before the sheet was closed. */
  drafted?: boolean;
  conflict?: { found: Conflict[]; choices: ConflictChoices };
  /** Whether the record could not be read again before saving, so that saving without that is offered. */
  unchecked?: boolean;
}

interface EditSheetProps extends SheetActions {
  editing: Editing;
  statisticsUrl: string | undefined;
  siteUrl: string | undefined;
  trackingCode: string | undefined;
  onFields: (fields: WebsiteFields) => void;
  onChoose: (field: ReadableField, choice: ConflictChoice) => void;
  onSave: () => void;
  onSaveUnchecked: () => void;
  onDiscard: () => void;
}

/** The sheet to edit one website. */
export function EditSheet(props: EditSheetProps) {
  const { editing } = props;
  const { row, fields, busy, errors, problem, note, conflict } = editing;
  return (
    <Sheet
      {...props}
      title={<bdi title={row.ascii}>{row.name}</bdi>}
      busy={busy}
      errors={errors}
      problem={problem}
      domain={row.name}
      submit={busy ? t('manage.saving') : t('manage.save')}
      onSubmit={props.onSave}
      buttons={
        editing.unchecked && (
          <button type="button" class="button" onClick={props.onSaveUnchecked}>
            {t('manage.save_unchecked')}
          </button>
        )
      }
    >
      {!conflict && (
        <SiteLinks siteUrl={props.siteUrl} statisticsUrl={props.statisticsUrl} trackingCode={props.trackingCode} />
      )}
      {row.record.team_name && <p class="hint">{t('record.team', { team: row.record.team_name })}</p>}
      {!conflict && row.record.share_url && (
        <div class="links">
          <ShareLink url={row.record.share_url} />
        </div>
      )}
      {note && (
        <div class="note" role="status">
          <Icon name="info" />
          <p>{note}</p>
          {editing.drafted && (
            <button type="button" class="button quiet" onClick={props.onDiscard}>
              {t('manage.discard')}
            </button>
          )}
        </div>
      )}
      {conflict ? (
        <Conflicts {...conflict} onChoose={props.onChoose} />
      ) : (
        <SiteFields
          fields={fields}
          onChange={props.onFields}
          errors={errors}
          hasTeam={!!row.record.team}
          passwordPlaceholder={row.record.has_password ? t('password.kept_placeholder') : undefined}
        />
      )}
    </Sheet>
  );
}
