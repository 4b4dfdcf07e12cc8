import { useId } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { RecordNames } from '@/components/RecordNames.tsx';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Privacy } from '@/lib/services/index.ts';
import type { DateText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import { IconButton } from '../IconButton.tsx';
import { CreatedCell } from '../list/CreatedCell.tsx';
import { LinkStatus } from '../list/LinkStatus.tsx';
import { memo } from '../list/memo.tsx';
import { NotListed } from '../list/NotListed.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import { TrackingCell } from './TrackingCell.tsx';
import { type Visit, VisitCell } from './VisitCell.tsx';

export const privacyIcons = {
  public: 'globe',
  private: 'lock',
  password: 'key',
  unknown: 'question',
} satisfies Record<PrivacyKind, IconName>;
const privacyValues: Record<PrivacyKind, Privacy | undefined> = {
  public: 0,
  private: 1,
  password: 2,
  unknown: undefined,
};

/** Who may see a website's statistics. The CSS highlights public and unknown. */
function PrivacyTag({ row: { privacy = 'unknown', otherPrivacy } }: { row: SlimRow }) {
  return (
    <span class={`privacy ${privacy}`}>
      <Icon name={privacyIcons[privacy]} />
      {otherPrivacy ? t('privacy.unknown_value', { value: otherPrivacy }) : privacyText(privacyValues[privacy])}
    </span>
  );
}

/** The actions of a row. One object for the page's lifetime, so that rows do not rerender because of it. */
export interface RowActions {
  onSelect: (key: string, on: boolean, extend: boolean) => void;
  onEdit: (key: string) => void;
  onDelete: (key: string) => void;
  /** Checks the website's home page; undefined in a private window, where nothing is checked. */
  onCheck: ((key: string) => void) | undefined;
}

interface WebsiteCellsProps {
  row: SlimRow;
  selected: boolean;
  /** The id of the element that names the row. */
  nameId: string;
  /** The website's name, together with the connection's if several connections have the same name. */
  called: string;
  /** The name of its connection, if there is a column for it. */
  connection: string | undefined;
  hasPrivacy: boolean;
  /** Whether there is a column for the linked project. */
  hasLink: boolean;
  /** When it was last visited, if there is a column for it; null if its service does not report visits. */
  visit: Visit | null | undefined;
  day: DateText | undefined;
  statisticsUrl: string | undefined;
  actions: RowActions;
}

/** One website. */
export const WebsiteCells = memo(({ selected, ...props }: WebsiteCellsProps) => {
  const { row, actions, called } = props;
  return (
    <>
      <td class="pick">
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('manage.select', { name: called })}
            checked={selected}
            disabled={!!row.locked}
            onClick={(event) => actions.onSelect(row.key, event.currentTarget.checked, event.shiftKey)}
          />
        </label>
      </td>
      <Cells {...props} />
    </>
  );
});

/** The part of a row that does not change when the row is selected. */
const Cells = memo((props: Omit<WebsiteCellsProps, 'selected'>) => {
  const { row, connection, hasPrivacy, hasLink, visit, day, statisticsUrl, actions, nameId, called } = props;
  const { key, locked, name, title, team, hosts, check } = row;
  const { onCheck } = actions;
  const domain = domainOf(row);
  const home = hostOf(domain);
  const host = home ?? domain;
  const shown = name || t('manage.no_name');
  return (
    <>
      <th scope="row" class="name" title={host}>
        {locked ? (
          <bdi id={nameId}>{shown}</bdi>
        ) : (
          <button type="button" tabIndex={-1} data-open onClick={() => actions.onEdit(key)}>
            <bdi id={nameId}>{shown}</bdi>
          </button>
        )}
        <NotListed row={row} />
        {row.isTall && row.notListed === undefined && (
          <RecordNames website={{ domain, hosts, name: title, team_name: team }} host={host} />
        )}
      </th>
      {connection !== undefined && (
        <td class="connection" id={`${nameId}-connection`} title={connection}>
          <bdi>{connection}</bdi>
        </td>
      )}
      {hasPrivacy && (
        <td class="privacy" id={`${nameId}-privacy`}>
          <PrivacyTag row={row} />
        </td>
      )}
      <TrackingCell id={`${nameId}-tracking`} check={check} />
      {visit !== undefined && <VisitCell visit={visit} />}
      {hasLink && (
        <td class="link">
          <LinkStatus linked={row.linked} />
        </td>
      )}
      <CreatedCell day={day} />
      <td class="actions">
        {locked && <ReadOnly locked={locked} team={team} />}
        {statisticsUrl && (
          <a
            class="icon-button"
            tabIndex={-1}
            href={statisticsUrl}
            target="_blank"
            rel="noreferrer"
            title={t('manage.statistics')}
            aria-label={t('manage.statistics_of', { name: called })}
          >
            <Icon name="chart" />
          </a>
        )}
        {home && onCheck && (
          <IconButton
            icon={check ? 'refresh' : 'search'}
            tabIndex={-1}
            title={t(check ? 'addmany.look_again' : 'audit.check')}
            label={t('audit.check_of', { name: called })}
            onClick={() => onCheck(key)}
          />
        )}
        {!locked && (
          <>
            <IconButton
              icon="edit"
              tabIndex={-1}
              title={t('manage.edit')}
              label={t('manage.edit_of', { name: called })}
              onClick={() => actions.onEdit(key)}
            />
            <IconButton
              icon="trash"
              risky
              tabIndex={-1}
              title={t('manage.delete')}
              label={t('manage.delete_of', { name: called })}
              onClick={() => actions.onDelete(key)}
            />
          </>
        )}
      </td>
    </>
  );
});

/**
 * The cells that a screen reader reads after a row's name, because arrow keys lead from row to row, not to these cells. Ids
 * without a cell are ignored.
 */
export const described = (nameId: string) =>
  ['connection', 'privacy', 'tracking'].map((cell) => `${nameId}-${cell}`).join(' ');

/** An id for each row's name in a table. */
export const useNameIds = () => {
  const table = useId();
  return (index: number) => `${table}-${index}`;
};
