import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { ShareLink } from '@/components/ShareLink.tsx';
import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Conflict, ConflictChoice, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { ReadableField, WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { Conflicts } from './Conflicts.tsx';
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
    { url: siteUrl, icon: 'external', label: t('manage.open_site') },
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

export interface Editing {
  row: Row<Website>;
  fields: WebsiteFields;
  busy: boolean;
  errors: FieldErrors;
  problem?: Problem;
  /** Not a problem: for example that nothing was changed, or that a draft was restored. */
  note?: string;
  /** The fields are a draft from before the sheet was closed. */
  drafted?: boolean;
  conflict?: { found: Conflict[]; choices: ConflictChoices };
  /** The record could not be read again before saving. */
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
      {!conflict && row.record.share_url && <ShareLink url={row.record.share_url} />}
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
          passwordPlaceholder={row.record.has_password ? t('password.kept_placeholder') : undefined}
        />
      )}
    </Sheet>
  );
}
