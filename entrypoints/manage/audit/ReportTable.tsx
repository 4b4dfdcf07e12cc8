import { useId } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { homePage } from '@/lib/audit/access.ts';
import { type SiteState, stateOf, worstFirst } from '@/lib/audit/look.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { dayText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { siteLookText, siteStateHint, siteStateText, visitsText } from '@/lib/text/siteLooks.ts';
import { trackersText } from '@/lib/text/trackers.ts';
import { IconButton, IconLink } from '../IconButton.tsx';
import { type Groups, type Line, useGroups } from '../list/useGroups.ts';
import { type Heights, VirtualTable } from '../list/VirtualTable.tsx';
import { needsCode, pastOf, type ReportRow } from './report.ts';
import type { ReportFiles } from './useReport.ts';

interface SiteActions {
  files: ReportFiles;
  /** Checks sites again; undefined if no check is possible. */
  onCheck: ((rows: readonly ReportRow[]) => void) | undefined;
}

interface ReportTableProps extends SiteActions {
  rows: readonly ReportRow[];
  /** The name of the filter that the rows match. When it changes, the page scrolls to its top. */
  filter: string;
}

export const groups: Groups<ReportRow, SiteState> = {
  order: worstFirst,
  groupOf: ({ look }) => stateOf(look),
  keyOf: ({ host }) => host,
  isSettled: (state) => state === 'tracking',
};

const heightOf = ({ row, group }: Line<ReportRow, SiteState>): Heights =>
  row ? [52, 108] : [40, siteStateHint(group) ? 116 : 44];

export function ReportTable({ rows, filter, ...actions }: ReportTableProps) {
  const { grid, turn } = useGroups(rows, groups);
  const table = useId();
  return (
    <VirtualTable
      classes="of-audit"
      label={t('audit.sites')}
      heights={heightOf}
      columns={[
        { name: 'site', label: t('addmany.column_site') },
        { name: 'outcome', label: t('audit.column_state') },
        { name: 'line', label: t('audit.column_before') },
        { name: 'row-actions', label: <span class="visually-hidden">{t('manage.actions')}</span> },
      ]}
      grid={grid}
      asked={filter}
      look={({ row }, index) =>
        row
          ? // Without this, the row's name would contain the names of its buttons, each of which repeats the site.
            { class: 'site', 'aria-labelledby': named.map((cell) => `${table}-${index}-${cell}`).join(' ') }
          : { class: 'group', tabIndex: undefined }
      }
      row={(line, index) =>
        line.row ? (
          <SiteCells id={`${table}-${index}`} row={line.row} {...actions} />
        ) : (
          <GroupCells {...line} onTurn={() => turn(line.group)} onCheck={actions.onCheck} />
        )
      }
      empty={t('addmany.empty_filter')}
    />
  );
}

interface GroupCellsProps extends Line<ReportRow, SiteState>, Pick<SiteActions, 'onCheck'> {
  onTurn: () => void;
}

function GroupCells({ group, rows, isOpen, onTurn, onCheck }: GroupCellsProps) {
  const text = siteStateText(group);
  const hint = siteStateHint(group);
  return (
    <>
      <th scope="rowgroup" colSpan={3} class="group-name">
        <button type="button" tabIndex={-1} data-open aria-expanded={isOpen} onClick={onTurn}>
          <Icon name="chevron" />
          <span class={`dot ${group}`} />
          <span class="text">{text}</span> <span class="muted">{numberText(rows.length)}</span>
        </button>
        {hint && (
          <span class="hint" title={hint}>
            {hint}
          </span>
        )}
      </th>
      <td class="row-actions">
        {onCheck && (
          <Button
            look="quiet"
            icon="refresh"
            tabIndex={-1}
            title={t('addmany.look_again')}
            aria-label={`${t('addmany.look_again')} · ${text}`}
            label={<span>{t('addmany.look_again')}</span>}
            onClick={() => onCheck(rows)}
          />
        )}
      </td>
    </>
  );
}

function History({ row }: { row: ReportRow }) {
  const { line } = row;
  const told = line.map(({ at, state }) => `${dayText(at)}: ${siteStateText(state)}`);
  const past = pastOf(row);
  return (
    <>
      <span class="dots" role="img" aria-label={told.join(', ') || t('audit.no_before')}>
        {line.map(({ at, state }, index) => (
          <span key={at} class={`dot ${state}`} title={told[index]} />
        ))}
      </span>
      {past && <span class="hint past">{t(`audit.past_${past.is}`, { date: dayText(past.at) })}</span>}
    </>
  );
}

/** The cells whose texts form the accessible name of a site's row. */
const named = ['site', 'outcome', 'line'];

function SiteCells({ id, row, files, onCheck }: SiteActions & { id: string; row: ReportRow }) {
  const { host, look, checked, isEarlier } = row;
  const state = stateOf(look);
  const counters = look.trackers.filter(({ is }) => is === 'counter');
  const key = ['tracking', 'quiet'].includes(state) ? 'tracking.also_counted' : 'tracking.counted';
  const details = [
    look.visits ? visitsText(look.visits) : '',
    siteLookText(look, host),
    counters.length ? t(key, { names: trackersText(counters) }) : '',
    isEarlier ? t('audit.checked', { date: dayText(checked) }) : '',
  ];
  const detail = details.filter(Boolean).join('\n');
  return (
    <>
      <td class="site" id={`${id}-site`} title={host}>
        <SiteName host={host} unicode={toUnicode(host)} />
      </td>
      <td class="outcome" id={`${id}-outcome`} title={detail}>
        <span>
          <span class="visually-hidden">{siteStateText(state)}</span>
          {detail && <span class="detail">{detail}</span>}
        </span>
      </td>
      <td class="line" id={`${id}-line`}>
        <History row={row} />
      </td>
      <td class="row-actions">
        {needsCode(row) && files.canCopy(row) && (
          <IconButton
            icon={files.copied === host ? 'check' : 'copy'}
            tabIndex={-1}
            label={t('audit.copy_code', { domain: host })}
            onClick={() => void files.copy(row)}
          />
        )}
        <IconLink icon="external" href={homePage(host)} label={t('audit.open_site', { domain: host })} />
        {onCheck && (
          <IconButton
            icon="refresh"
            tabIndex={-1}
            title={t('addmany.look_again')}
            label={t('audit.check_of', { name: host })}
            onClick={() => onCheck([row])}
          />
        )}
      </td>
    </>
  );
}
