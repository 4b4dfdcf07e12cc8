import { useMemo, useState } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import type { ParseReason } from '@/lib/addMany/parse.ts';
import {
  canAdd,
  doubtOf,
  isMeant,
  type Knowledge,
  type ParsedEntry,
  type PreviewStatus,
  registeredRelated,
} from '@/lib/addMany/preview.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { shortUrl } from '@/lib/connections/name.ts';
import type { HostReason } from '@/lib/hosts/parse.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, privacyText, refusalText } from '@/lib/text/sites.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { placeText } from '../jobs/jobTexts.ts';
import { Select } from '../list/Select.tsx';
import { useGrid } from '../list/useGridKeys.ts';
import { Filters, VirtualTable } from '../list/VirtualTable.tsx';

/** Icon and text of each status, so that colour is never the only difference. */
const statuses: Record<PreviewStatus, { icon: IconName; text: () => string }> = {
  new: { icon: 'plus', text: () => t('addmany.status_new') },
  unchecked: { icon: 'question', text: () => t('addmany.status_unchecked') },
  doubtful: { icon: 'warning', text: () => t('addmany.status_doubtful') },
  unsure: { icon: 'question', text: () => t('registration.maybe') },
  related: { icon: 'warning', text: () => t('addmany.status_related') },
  registered: { icon: 'check', text: () => t('addmany.status_registered') },
  duplicate: { icon: 'copy', text: () => t('addmany.status_duplicate') },
  refused: { icon: 'close', text: () => t('addmany.status_refused') },
  comment: { icon: 'info', text: () => t('addmany.status_comment') },
};

const reasonTexts: Partial<Record<ParseReason, (line: number) => string>> = {
  email: () => t('refusal.email'),
  nothing: () => t('addmany.refused_nothing'),
  empty: () => t('addmany.refused_nothing'),
  comment: () => t('addmany.refused_nothing'),
  quote: (line) => t('addmany.refused_quote', { line }),
  'beside-address': () => t('addmany.refused_title'),
  record: () => t('addmany.refused_record'),
};

/** Why no site could be read from a line. */
const reasonText = (reason: ParseReason, line: number): string =>
  reasonTexts[reason]?.(line) ?? refusalText(reason as HostReason);

/** The source of an entry, and how it was read. Its own privacy is first, where a long name of a file does not hide it. */
function parsedText({ entry, seen }: ParsedEntry): string {
  const privacy = entry.own?.privacy;
  const own = privacy === undefined ? [] : [t('manage.privacy_becomes', { privacy: privacyText(privacy) })];
  const how = [
    ...(entry.wildcard ? [t('addmany.read_wildcard')] : []),
    ...(seen ? [t('addmany.read_seen', { domain: seen })] : []),
  ];
  return [...own, placeText(entry), ...how].join(' · ');
}

/** The reason for a status, or what would be lost. */
function detailText(
  read: ParsedEntry,
  status: PreviewStatus,
  { knownAbout, becomesPrivate, parsed }: Pick<PreviewProps, 'knownAbout' | 'becomesPrivate' | 'parsed'>,
): string {
  const doubt = status === 'doubtful' && doubtOf(read);
  if (doubt) return noteText(doubt);
  if (status === 'refused') return read.reason ? reasonText(read.reason, read.entry.line) : '';
  if (status === 'related')
    return t('addmany.related_registered', { domain: registeredRelated(read, knownAbout(read)) ?? '' });
  const first = parsed[read.repeats ?? -1];
  if (status !== 'duplicate' || !first)
    return canAdd(status) && becomesPrivate(read) ? t('addmany.loses_password') : '';
  const { line, source } = first.entry;
  return source && source !== read.entry.source
    ? t('addmany.repeats_source', { line, source })
    : t('addmany.repeats_line', { line });
}

/** Which of several connections each site goes to. */
interface Going {
  list: readonly ConnectionAddress[];
  /** The id of the connection that a host goes to. */
  idOf: (host: string) => string;
  /** `id`: empty to follow the rules. */
  onMove: (hosts: readonly string[], id: string) => void;
}

/** Chooses the connection of the selected sites. */
function MoveTicked({ list, idOf, onMove, hosts }: Going & { hosts: readonly string[] }) {
  const names = distinctNames(list);
  const [first, ...others] = new Set(hosts.map(idOf));
  return (
    <Select
      label={t('addmany.ticked_go_to')}
      value={others.length ? '' : (first ?? '')}
      options={[
        { value: '', label: t('addmany.by_rules') },
        ...list.map(({ id }) => ({ value: id, label: names.get(id) ?? '' })),
      ]}
      onChange={(id) => onMove(hosts, id)}
    />
  );
}

/** Check boxes the person has changed, by host: the status that a ticked one showed, or false for one that was unticked. */
export type Ticks = ReadonlyMap<string, PreviewStatus | false>;

interface PreviewProps {
  parsed: readonly ParsedEntry[];
  /** How many entries there are; they may still be parsed. */
  total: number;
  /** What the table says while it has no rows. */
  empty: string;
  judged: readonly PreviewStatus[];
  /** What is known about an entry's site at the service that it goes to. */
  knownAbout: (read: ParsedEntry) => Knowledge;
  /** Whether an entry loses the password that it had where it was copied from. */
  becomesPrivate: (read: ParsedEntry) => boolean;
  ticks: Ticks;
  onTicks: (ticks: Ticks) => void;
  /** Undefined if there is only one connection. */
  going: Going | undefined;
}

type ShownRows = PreviewStatus | 'all';
const statusOrder: readonly PreviewStatus[] = [
  'new',
  'unchecked',
  'doubtful',
  'unsure',
  'related',
  'registered',
  'duplicate',
  'refused',
  'comment',
];

/**
 * Whether an entry will be added: the default for its status, unless the person unticked it or ticked it despite that very
 * status. Who ticked it before did not know of the doubt.
 */
export function isTicked(status: PreviewStatus, ticks: Ticks, host = ''): boolean {
  const tick = ticks.get(host);
  return canAdd(status) && tick !== false && (isMeant(status) || tick === status);
}

/** The table of what would happen to each entry. */
export function Preview(props: PreviewProps) {
  const { parsed, total, empty, judged, ticks, onTicks, going } = props;
  const [shown, setShown] = useState<ShownRows>('all');
  const byStatus = useMemo(() => Map.groupBy(judged.keys(), (place) => judged[place] ?? 'refused'), [judged]);
  const places = useMemo(
    () => (shown === 'all' ? [...judged.keys()] : (byStatus.get(shown) ?? [])),
    [shown, judged, byStatus],
  );
  const keyAt = (index: number) => String(places[index] ?? index);
  const grid = useGrid({ count: places.length, keyAt });
  const statusAt = (place: number): PreviewStatus => judged[place] ?? 'refused';
  const open = places.filter((place) => canAdd(statusAt(place)));
  const tickedAt = (place: number) => isTicked(statusAt(place), ticks, parsed[place]?.host);
  const ticked = open.filter(tickedAt);
  const tick = (places: readonly number[], on: boolean) =>
    onTicks(new Map([...ticks, ...places.map((place) => [parsed[place]?.host ?? '', on && statusAt(place)] as const)]));

  const row = (index: number) => {
    const place = places[index] ?? 0;
    const read = parsed[place];
    if (!read) return null;
    const status = statusAt(place);
    return (
      <PreviewCells
        read={read}
        status={status}
        detail={detailText(read, status, props)}
        ticked={tickedAt(place)}
        onTick={(on) => tick([place], on)}
        going={going}
      />
    );
  };
  const all = (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('addmany.select_all')}
        disabled={!open.length}
        checked={open.length > 0 && ticked.length === open.length}
        ref={(box) => {
          if (box) box.indeterminate = ticked.length > 0 && ticked.length < open.length;
        }}
        onChange={({ currentTarget }) => tick(open, currentTarget.checked)}
      />
    </label>
  );
  return (
    <div class="preview">
      <Filters
        label={t('addmany.filter')}
        value={shown}
        onChange={setShown}
        filters={[
          { key: 'all' as ShownRows, text: t('addmany.all'), count: total },
          ...statusOrder.map((key) => ({ key, text: statuses[key].text(), count: byStatus.get(key)?.length ?? 0 })),
        ]}
      />
      {going && ticked.length > 0 && (
        <MoveTicked {...going} hosts={ticked.flatMap((place) => parsed[place]?.host ?? [])} />
      )}
      <VirtualTable
        kind={going ? 'of-entries going' : 'of-entries'}
        grid={grid}
        label={t('addmany.preview')}
        count={places.length}
        heights={[40, going ? 128 : 92]}
        isMany
        look={(index) => ({ 'aria-selected': tickedAt(places[index] ?? 0) })}
        row={row}
        keyOf={keyAt}
        empty={empty}
        columns={[
          { name: 'tick', content: all },
          { name: 'site', content: t('addmany.column_site') },
          { name: 'status', content: t('addmany.column_status') },
          ...(going ? [{ name: 'goes', content: t('addmany.goes_to') }] : []),
          { name: 'read', content: t('addmany.column_read') },
        ]}
      />
    </div>
  );
}
interface PreviewCellsProps {
  read: ParsedEntry;
  status: PreviewStatus;
  detail: string;
  ticked: boolean;
  onTick: (on: boolean) => void;
  going: Going | undefined;
}

function PreviewCells({ read, status, detail, ticked, onTick, going }: PreviewCellsProps) {
  const { host, entry, notes, seen } = read;
  const { icon, text } = statuses[status];
  const isDoubtful = status === 'doubtful';
  const unicode = host && toUnicode(host);
  /** Names that the row shows already. */
  const named = [host, unicode, seen];
  const [note] = notes.filter((one) => one !== 'idn' && one !== 'unwrapped');
  return (
    <>
      <td class="tick">
        {host && canAdd(status) && (
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t('addmany.add_site', { domain: host })}
              checked={ticked}
              onChange={({ currentTarget }) => onTick(currentTarget.checked)}
            />
          </label>
        )}
      </td>
      <td class="site" title={host ?? entry.text}>
        {host ? <SiteName host={host} unicode={unicode} /> : <bdi class="muted">{entry.text}</bdi>}
        {note && canAdd(status) && !isDoubtful && <span class="hint">{noteText(note)}</span>}
      </td>
      <td class={`status ${status}`} title={detail}>
        <Icon name={icon} />
        <span>
          {isDoubtful ? detail : text()}
          {detail && !isDoubtful && <span class="hint">{detail}</span>}
        </span>
      </td>
      {going && (
        <td class="goes">
          {host && canAdd(status) && (
            <ConnectionChoice
              tabIndex={-1}
              list={going.list}
              label={t('addmany.goes_to_of', { domain: host })}
              value={going.idOf(host)}
              onChange={(id) => going.onMove([host], id)}
            />
          )}
        </td>
      )}
      <td class="read" title={entry.text}>
        <span class="hint">{parsedText(read)}</span>
        {host && !named.includes(shortUrl(entry.text.toLowerCase())) && <bdi class="hint text">{entry.text}</bdi>}
      </td>
    </>
  );
}
