import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { ShareLink } from '@/components/ShareLink.tsx';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { type ReadableField, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { usePage } from '../usePage.ts';
import { Sheet, SiteFields } from './Sheet.tsx';
import type { Editing } from './useDrafts.ts';
import type { WebsiteForms } from './useWebsiteForms.ts';

type Edit = NonNullable<WebsiteForms['edit']>;

const SiteLink = ({ url, icon, label }: { url: string; icon: IconName; label: string }) => (
  <a class="button quiet" href={url} target="_blank" rel="noreferrer">
    <Icon name={icon} />
    {label}
  </a>
);

function SiteLinks({ edit: { part, editing } }: { edit: Edit }) {
  const { host, record } = editing.row;
  const { preferences } = usePage().start.of(part.connection.id);
  const values = { base_url: part.service.url, domain: record.domain, id: record.id };
  const trackingCode = buildSnippet(preferences.trackingCode, values);
  const [said, setSaid] = useState('');
  const copy = async () => {
    setSaid(t((await copyText(trackingCode ?? '')) ? 'tracking.copied' : 'manage.code_not_copied'));
  };
  const statistics = record.domain && fillUrl(preferences.statisticsUrl, values);
  return (
    <div class="row links">
      {host && <SiteLink url={`https://${host}/`} icon="external" label={t('popup.open_site')} />}
      {statistics && <SiteLink url={statistics} icon="chart" label={t('popup.open_statistics')} />}
      {trackingCode && <Button look="quiet" icon="copy" label={t('commands.copy_code')} onClick={copy} />}
      <span class="hint" role="status">
        {said}
      </span>
    </div>
  );
}

const fieldLabel = (field: ReadableField): string => t(field === 'privacy' ? 'privacy.label' : `fields.${field}`);

function fieldValueText(field: ReadableField, value: WebsiteFields[ReadableField]): string {
  if (value === undefined) return t('fields.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}

type ConflictsProps = NonNullable<Editing['conflict']> & { onChoose: Edit['choose'] };

function Conflicts({ found, choices, onChoose }: ConflictsProps) {
  return (
    <>
      <div class="note warn" role="alert">
        <Icon name="warning" />
        <p>{t('manage.conflict')}</p>
      </div>
      {found.map((conflict) => (
        <fieldset key={conflict.field} class="conflict">
          <legend class="label">{fieldLabel(conflict.field)}</legend>
          {(['ours', 'theirs'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={`conflict-${conflict.field}`}
                checked={choices[conflict.field] === choice}
                onChange={() => onChoose(conflict.field, choice)}
              />
              <span>
                <span class="hint">{t(`manage.conflict_${choice}`)}</span>
                <bdi>{fieldValueText(conflict.field, conflict[choice])}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}

export function EditSheet({ edit }: { edit: Edit }) {
  const { editing } = edit;
  const { row, busy, note, conflict } = editing;
  return (
    <Sheet
      title={<bdi title={row.ascii}>{row.name}</bdi>}
      form={editing}
      domain={row.name}
      submit={{ label: busy ? t('popup.saving') : t('popup.save'), busy }}
      onSubmit={edit.save}
      onClose={edit.close}
      buttons={editing.unchecked && <Button label={t('manage.save_unchecked')} onClick={edit.saveUnchecked} />}
    >
      {!conflict && <SiteLinks edit={edit} />}
      {row.record.team_name && <p class="hint">{t('record.team', { team: row.record.team_name })}</p>}
      {!conflict && row.record.share_url && (
        <div class="links">
          <ShareLink url={row.record.share_url} />
        </div>
      )}
      <div role="status">
        {note && (
          <div class="note">
            <Icon name="info" />
            <p>{note}</p>
            {editing.drafted && <Button look="quiet" label={t('popup.discard')} onClick={edit.discard} />}
          </div>
        )}
      </div>
      {conflict ? (
        <Conflicts {...conflict} onChoose={edit.choose} />
      ) : (
        <SiteFields
          form={editing}
          reported={toFields(row.record)}
          onChange={edit.setFields}
          hasTeam={!!row.record.team}
          passwordPlaceholder={row.record.has_password ? t('password.kept_placeholder') : undefined}
        />
      )}
    </Sheet>
  );
}
