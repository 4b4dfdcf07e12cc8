import { useId } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { RecordNames } from '@/components/RecordNames.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Website } from '@/lib/services/index.ts';
import type { Flag, FlagField } from '@/lib/services/websiteFields.ts';
import type { DateText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { privacyKind } from '@/lib/websites/privacyCounts.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { IconButton } from '../IconButton.tsx';
import { CreatedCell } from '../list/CreatedCell.tsx';
import { LinkStatus } from '../list/LinkStatus.tsx';
import { memo } from '../list/memo.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import { flagFields, flagTexts } from './flagTexts.ts';

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
  statisticsUrl: (website: Website) => string | undefined;
  actions: RowActions;
}

function FlagCell({ name, value }: { name: FlagField; value: Flag | undefined }) {
  const look = value === undefined ? 'unreported' : value ? 'on' : 'off';
  const { column, cell } = flagTexts[name];
  return (
    <td class={`${name} ${look}`} data-label={column()}>
      {look === 'unreported' ? t('manage.not_reported') : cell[look]()}
    </td>
  );
}

const nameOf = ({ name }: Row<Website>) => name || t('manage.no_name');

/** One website. */
export const WebsiteRow = memo(({ selected, ...props }: WebsiteRowProps) => {
  const { row, actions } = props;
  const { record, key } = row;
  const nameId = useId();
  return (
    <tr class={selected ? 'selected' : undefined} data-key={key} tabIndex={-1} aria-labelledby={nameId}>
      <td class="pick">
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('manage.select', { name: nameOf(row) })}
            checked={selected}
            disabled={!!record.locked}
            onClick={(event) => actions.onSelect(key, event.currentTarget.checked, event.shiftKey)}
          />
        </label>
      </td>
      <Cells {...props} nameId={nameId} />
    </tr>
  );
});

type CellsProps = Omit<WebsiteRowProps, 'selected'> & { nameId: string };

/** What stays as it is when the row is selected. */
const Cells = memo(({ row, hasLink, linked, day, statisticsUrl, actions, nameId }: CellsProps) => {
  const { record, key, ascii } = row;
  const { locked } = record;
  const { privacy, settings } = useTraits();
  const shown = nameOf(row);
  const statistics = statisticsUrl(record);
  return (
    <>
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
      {flagFields.map((one) => settings.includes(one) && <FlagCell key={one} name={one} value={record[one]} />)}
      {hasLink && (
        <td class="link" data-label={t('manage.project')}>
          <LinkStatus linked={linked} />
        </td>
      )}
      <CreatedCell day={day} />
      <td class="actions">
        {locked && <ReadOnly locked={locked} />}
        {statistics && (
          <a
            class="icon-button"
            tabIndex={-1}
            href={statistics}
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
            <IconButton
              icon="edit"
              tabIndex={-1}
              title={t('manage.edit')}
              label={t('manage.edit_of', { name: shown })}
              onClick={() => actions.onEdit(key)}
            />
            <IconButton
              icon="trash"
              risky
              tabIndex={-1}
              title={t('manage.delete')}
              label={t('manage.delete_of', { name: shown })}
              onClick={() => actions.onDelete(key)}
            />
          </>
        )}
      </td>
    </>
  );
});
