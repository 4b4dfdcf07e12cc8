import { Icon, type IconName } from '@/components/Icon.tsx';
import { RecordNames } from '@/components/RecordNames.tsx';
import type { SiteState } from '@/lib/audit/look.ts';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Privacy, Problem } from '@/lib/services/index.ts';
import { momentText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import { isPrivate } from '../audit/useStartAudit.ts';
import { IconButton, IconLink } from '../IconButton.tsx';
import { PickBox } from '../list/PickBox.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import {
  actionsColumn,
  connectionColumn,
  createdColumn,
  DeleteButton,
  linkColumn,
  NotListed,
  type RecordColumn,
  type RowProps,
} from '../list/RecordTable.tsx';
import { useList } from '../list/useListTab.ts';
import { visitOf } from './visits.ts';

/** The icon of each kind of privacy, and its value in a service's records (`unknown` has none). */
export const privacies: Record<PrivacyKind, { icon: IconName; value?: Privacy }> = {
  public: { icon: 'globe', value: 0 },
  private: { icon: 'lock', value: 1 },
  password: { icon: 'key', value: 2 },
  unknown: { icon: 'question' },
};

/** The icon of each tracking state, shown beside the state's name. */
const stateIcons: Record<SiteState, IconName> = {
  missing: 'warning',
  blocked: 'close',
  other: 'edit',
  silent: 'robot',
  elsewhere: 'external',
  file: 'info',
  unsure: 'question',
  tracking: 'check',
  quiet: 'warning',
  counted: 'chart',
};

type RowAction = { type: 'edit' | 'delete' | 'check' } | { type: 'select'; isOn: boolean; extends: boolean };
export type Act = (action: RowAction, row: SlimRow) => void;

interface WebsiteProps extends RowProps {
  /** Pass the same function on every render. */
  act: Act;
  hasVisits: boolean;
  problem: Problem | undefined;
  /** The present time, on which texts such as "2 min ago" are based. */
  now: number;
  /** Returns the URL of a website's statistics. Pass the same function as long as no URL changes. */
  statisticsUrl: (row: SlimRow) => string | undefined;
}

function SelectAll() {
  const { list, picked } = useList();
  const { selectable, selected } = picked;
  return (
    <PickBox
      label={t('addmany.select_all')}
      checked={selected > 0 && selected === selectable}
      isPart={selected > 0 && selected < selectable}
      disabled={!selectable}
      onPick={(isOn) => list.send({ type: 'selected-all', isOn })}
    />
  );
}

/**
 * Shows the check box that selects a row. Reads the selection itself, so that no other cell renders when it changes.
 */
function PickRow({ row, called, act }: Pick<WebsiteProps, 'row' | 'called' | 'act'>) {
  const { selection } = useList().list.state;
  return (
    <PickBox
      label={t('manage.select', { name: called })}
      checked={selection.has(row.key)}
      disabled={!!row.locked}
      onPick={(isOn, isShift) => act({ type: 'select', isOn, extends: isShift }, row)}
    />
  );
}

const pickCell = ({ row, called, act }: WebsiteProps) => (
  <td class="pick">
    <PickRow row={row} called={called} act={act} />
  </td>
);

function nameCell({ row, nameId, act }: WebsiteProps) {
  const { locked, title, team, hosts } = row;
  const domain = domainOf(row);
  const host = hostOf(domain) ?? domain;
  const name = <bdi id={nameId}>{row.name || t('manage.no_name')}</bdi>;
  return (
    <th scope="row" class="name" title={host}>
      {locked ? (
        name
      ) : (
        <button type="button" tabIndex={-1} data-open onClick={() => act({ type: 'edit' }, row)}>
          {name}
        </button>
      )}
      <NotListed row={row} />
      {row.isTall && row.notListed === undefined && (
        <RecordNames website={{ domain, hosts, name: title, team_name: team }} host={host} />
      )}
    </th>
  );
}

/** Makes the cell that says who may see the statistics of a website. The CSS highlights a public or unknown privacy. */
const privacyCell = ({ row: { privacy = 'unknown', otherPrivacy }, nameId }: WebsiteProps) => (
  <td class="privacy" id={`${nameId}-privacy`}>
    <span class={`privacy ${privacy}`}>
      <Icon name={privacies[privacy].icon} />
      {otherPrivacy ? t('privacy.unknown_value', { value: otherPrivacy }) : privacyText(privacies[privacy].value)}
    </span>
  </td>
);

function trackingCell({ row: { check }, nameId }: WebsiteProps) {
  if (!check) return <td class="tracking" />;
  const { state, at } = check;
  const text = siteStateText(state);
  const since = at ? t('audit.checked', { date: momentText(at) }) : '';
  return (
    <td class="tracking" id={`${nameId}-tracking`} title={[text, since].filter(Boolean).join(' · ')}>
      <span class={`checked ${state}`}>
        <Icon name={stateIcons[state]} />
        <span>{text}</span>
      </span>
    </td>
  );
}

function visitCell({ row, hasVisits, problem, now }: WebsiteProps) {
  if (!hasVisits) return <td class="visit" />;
  const { text, title, isKnown } = visitOf(row, problem, now);
  return (
    <td class={`visit ${isKnown ? '' : 'unreported'}`} title={title}>
      <span aria-hidden={isKnown ? undefined : true}>{text}</span>
      {!isKnown && <span class="visually-hidden">{title}</span>}
    </td>
  );
}

function rowButtons({ row, called, statisticsUrl, act }: WebsiteProps) {
  const url = statisticsUrl(row);
  return (
    <>
      {row.locked && <ReadOnly locked={row.locked} team={row.team} />}
      {url && (
        <IconLink
          icon="chart"
          href={url}
          title={t('popup.open_statistics')}
          label={t('manage.statistics_of', { name: called })}
        />
      )}
      {!isPrivate() && hostOf(domainOf(row)) && (
        <IconButton
          icon={row.check ? 'refresh' : 'search'}
          tabIndex={-1}
          title={t(row.check ? 'addmany.look_again' : 'audit.check')}
          label={t('audit.check_of', { name: called })}
          onClick={() => act({ type: 'check' }, row)}
        />
      )}
      {!row.locked && (
        <>
          <IconButton
            icon="edit"
            tabIndex={-1}
            title={t('manage.edit')}
            label={t('manage.edit_of', { name: called })}
            onClick={() => act({ type: 'edit' }, row)}
          />
          <DeleteButton called={called} onClick={() => act({ type: 'delete' }, row)} />
        </>
      )}
    </>
  );
}

export const websiteColumns = (
  has: Record<'connection' | 'privacy' | 'visit' | 'link', boolean>,
): RecordColumn<WebsiteProps>[] => [
  { name: 'pick', label: <SelectAll />, cell: pickCell },
  { name: 'name', sortKey: 'domain', label: t('popup.type_domain'), cell: nameCell },
  ...(has.connection ? [connectionColumn()] : []),
  ...(has.privacy ? [{ name: 'privacy', sortKey: 'privacy', label: t('privacy.label'), cell: privacyCell }] : []),
  { name: 'tracking', sortKey: 'tracking', label: t('audit.tab'), cell: trackingCell },
  ...(has.visit ? [{ name: 'visit', sortKey: 'visit', label: t('manage.last_visit'), cell: visitCell }] : []),
  ...(has.link ? [linkColumn(t('tracking.seo_label'))] : []),
  createdColumn('id'),
  actionsColumn(rowButtons),
];

/**
 * Returns the ids of the cells that describe a row, for `aria-describedby`. Screen readers read these cells after the
 * row's name, because arrow keys move between rows, not cells. Browsers ignore ids without a cell.
 */
export const described = (nameId: string) =>
  ['connection', 'privacy', 'tracking'].map((cell) => `${nameId}-${cell}`).join(' ');
