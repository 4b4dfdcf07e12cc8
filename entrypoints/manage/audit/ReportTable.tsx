import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { homePage } from '@/lib/audit/access.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { language, t } from '@/lib/text/i18n.ts';
import { siteLookText, siteStateText } from '@/lib/text/siteLooks.ts';
import { trackersText } from '@/lib/text/trackers.ts';
import { IconButton } from '../IconButton.tsx';
import { VirtualTable } from '../list/VirtualTable.tsx';
import type { ReportRow } from './report.ts';
import { stateIcons } from './stateLooks.ts';

interface ReportTableProps {
  rows: readonly ReportRow[];
  /** The host whose code was copied last. */
  copied: string | undefined;
  /** Its code needs no id, or the id is known. */
  canCopy: (row: ReportRow) => boolean;
  onCopy: (row: ReportRow) => void;
}

/** Every audited site, worst first; only visible rows are rendered. */
export function ReportTable({ rows, ...copying }: ReportTableProps) {
  return (
    <VirtualTable
      kind="of-audit"
      label={t('audit.sites')}
      count={rows.length}
      heights={[72, 156]}
      columns={[
        { name: 'site', content: t('addmany.column_site') },
        { name: 'outcome', content: t('audit.column_state') },
        { name: 'line', content: t('audit.column_before') },
        { name: 'row-actions', content: <span class="visually-hidden">{t('audit.column_actions')}</span> },
      ]}
      row={(index) => <ReportCells row={rows[index]} {...copying} />}
      keyOf={(index) => rows[index]?.host ?? ''}
      empty={t('addmany.empty_filter')}
    />
  );
}

const dayText = (moment: number) => new Date(moment).toLocaleDateString(language(), { dateStyle: 'medium' });

/** The site's states in earlier audits, oldest first. */
function HistoryDots({ line }: Pick<ReportRow, 'line'>) {
  const told = line.map(({ at, state }) => `${dayText(at)}: ${siteStateText(state)}`);
  return (
    <span class="dots" role="img" aria-label={told.join(', ') || t('audit.no_before')}>
      {line.map(({ at, state }, index) => (
        <span key={at} class={`dot ${state}`} title={told[index]} />
      ))}
    </span>
  );
}

type ReportCellsProps = Omit<ReportTableProps, 'rows'> & { row: ReportRow | undefined };

function ReportCells({ row, copied, canCopy, onCopy }: ReportCellsProps) {
  if (!row) return null;
  const { host, look, checked, isEarlier, line } = row;
  const counters = look.trackers.filter(({ is }) => is === 'counter');
  const key = look.state === 'tracking' ? 'tracking.also_counted' : 'tracking.counted';
  const details = [
    siteLookText(look),
    counters.length ? t(key, { names: trackersText(counters) }) : '',
    isEarlier ? t('audit.checked', { date: dayText(checked) }) : '',
  ];
  const detail = details.filter(Boolean).join('\n');
  const needsCode = ['missing', 'blocked', 'other'].includes(look.state);
  return (
    <>
      <td class="site" title={host}>
        <SiteName host={host} unicode={toUnicode(host)} />
      </td>
      <td class={`outcome ${look.state}`} title={detail}>
        <Icon name={stateIcons[look.state]} />
        <span>
          {siteStateText(look.state)}
          {detail && <span class="hint">{detail}</span>}
        </span>
      </td>
      <td class="line">
        <HistoryDots line={line} />
      </td>
      <td class="row-actions">
        <span class="row">
          {needsCode && canCopy(row) && (
            <IconButton
              icon={copied === host ? 'check' : 'copy'}
              label={t('audit.copy_code', { domain: host })}
              onClick={() => onCopy(row)}
            />
          )}
          <a
            class="icon-button"
            href={homePage(host)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('audit.open_site', { domain: host })}
            title={t('audit.open_site', { domain: host })}
          >
            <Icon name="external" />
          </a>
        </span>
      </td>
    </>
  );
}
