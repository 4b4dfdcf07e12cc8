import { useId } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { RecordNames } from '@/components/RecordNames.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Website } from '@/lib/services/index.ts';
import type { DateText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { privacyKind } from '@/lib/websites/privacyCounts.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { LinkStatus } from '../list/LinkStatus.tsx';
import { lockedText } from '../list/lockedText.ts';

const privacyIcons = { public: 'globe', private: 'lock', password: 'key', unknown: 'question' } satisfies Record<
  string,
  IconName
>;

/** Who may see a website's statistics, as icon and text; public and unknown are highlighted. */
function PrivacyTag({ website }: { website: Website }) {
  const kind = privacyKind(website);
  const { privacy, privacy_raw } = website;
  return (
    <span class={`privacy ${kind}`}>
      <Icon name={privacyIcons[kind]} />
      {privacy_raw ? t('privacy.unknown_value', { value: privacy_raw }) : privacyText(privacy)}
    </span>
  );
}

/** The actions of a row. One object for the page's lifetime, so that rows do not rerender because of it. */
export interface RowActions {
  onSelect: (key: string, on: boolean, extend: boolean) => void;
  onEdit: (key: string) => void;
  onDelete: (key: string) => void;
}

interface WebsiteRowProps {
  row: Row<Website>;
  selected: boolean;
  /** There is a column for the linked project. */
  hasLink: boolean;
  linked: boolean | undefined;
  day: DateText | undefined;
  statisticsUrl: string | undefined;
  actions: RowActions;
}

const flagText = (value: 0 | 1 | undefined) =>
  value === undefined ? t('manage.not_reported') : t(value ? 'manage.on' : 'manage.off');
const flagClass = (value: 0 | 1 | undefined) => (value === undefined ? 'unreported' : value ? 'on' : 'off');

/** What a kind of service has of these; a cell each, as the table has columns. */
function SettingCells({ record }: { record: Website }) {
  const { settings } = useTraits();
  return (
    <>
      {settings.includes('email') && (
        <td class={`email ${flagClass(record.email)}`} data-label={t('fields.email')}>
          {flagText(record.email)}
        </td>
      )}
      {settings.includes('exclude_bots') && (
        <td class={`bots ${flagClass(record.exclude_bots)}`} data-label={t('manage.bots')}>
          {record.exclude_bots === undefined
            ? t('manage.not_reported')
            : t(record.exclude_bots ? 'manage.excluded' : 'manage.counted')}
        </td>
      )}
    </>
  );
}

/** One website. */
export function WebsiteRow(props: WebsiteRowProps) {
  const { row, selected, linked, day, statisticsUrl, actions } = props;
  const { record, key, name, ascii } = row;
  const { locked } = record;
  const { privacy } = useTraits();
  const shown = name || t('manage.no_name');
  const nameId = useId();
  return (
    <tr class={selected ? 'selected' : undefined} data-key={key} tabIndex={-1} aria-labelledby={nameId}>
      <td class="pick">
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('manage.select', { name: shown })}
            checked={selected}
            disabled={!!locked}
            onClick={(event) => actions.onSelect(key, event.currentTarget.checked, event.shiftKey)}
          />
        </label>
      </td>
      <th scope="row" class="name" title={ascii}>
        {locked ? (
          <bdi id={nameId}>{shown}</bdi>
        ) : (
          <button type="button" tabIndex={-1} data-open onClick={() => actions.onEdit(key)}>
            <bdi id={nameId}>{shown}</bdi>
          </button>
        )}
        <RecordNames website={record} host={row.host ?? record.domain} />
      </th>
      {privacy.length > 0 && (
        <td class="privacy">
          <PrivacyTag website={record} />
        </td>
      )}
      <SettingCells record={record} />
      {props.hasLink && (
        <td class="link" data-label={t('manage.project')}>
          <LinkStatus linked={linked} />
        </td>
      )}
      <td class={`created ${day ? '' : 'unreported'}`} data-label={t('manage.created')} title={day?.moment}>
        {day?.day ?? t('manage.not_reported')}
      </td>
      <td class="actions">
        {locked && (
          <span class="locked" title={lockedText(locked)}>
            <Icon name="lock" />
            {t('manage.read_only')}
            <span class="visually-hidden">: {lockedText(locked)}</span>
          </span>
        )}
        {statisticsUrl && (
          <a
            class="icon-button"
            tabIndex={-1}
            href={statisticsUrl}
            target="_blank"
            rel="noreferrer"
            title={t('manage.statistics')}
            aria-label={t('manage.statistics_of', { name: shown })}
          >
            <Icon name="chart" />
          </a>
        )}
        {!locked && (
          <>
            <button
              type="button"
              tabIndex={-1}
              class="icon-button"
              title={t('manage.edit')}
              aria-label={t('manage.edit_of', { name: shown })}
              onClick={() => actions.onEdit(key)}
            >
              <Icon name="edit" />
            </button>
            <button
              type="button"
              tabIndex={-1}
              class="icon-button risky"
              title={t('manage.delete')}
              aria-label={t('manage.delete_of', { name: shown })}
              onClick={() => actions.onDelete(key)}
            >
              <Icon name="trash" />
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
