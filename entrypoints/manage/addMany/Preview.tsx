import { useMemo, useState } from 'preact/hooks';
import { type GroupName, type PreviewLine, previewLines } from '@/lib/addMany/groups.ts';
import { canAdd, type ParsedEntry, type PreviewStatus } from '@/lib/addMany/preview.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { t } from '@/lib/text/i18n.ts';
import { Select } from '../list/Select.tsx';
import { useGrid } from '../list/useGridKeys.ts';
import { type Heights, VirtualTable } from '../list/VirtualTable.tsx';
import { useConnections } from '../useConnections.ts';
import { EntryCells, type EntryFacts, GroupCells } from './PreviewRows.tsx';

/** Lets the person choose the connection of all ticked sites at once. */
function MoveTicked({ placeOf, onMove, hosts }: Pick<EntryFacts, 'placeOf' | 'onMove'> & { hosts: readonly string[] }) {
  const list = useConnections();
  const names = distinctNames(list);
  const [first, ...others] = new Set(hosts.map((host) => placeOf(host).id));
  return (
    <Select
      label={t('addmany.ticked_go_to')}
      value={others.length ? '' : (first ?? '')}
      options={[
        { value: '', label: t('addmany.by_rules') },
        ...list.map(({ id }) => ({ value: id, label: names.get(id) ?? '' })),
      ]}
      onChange={(id) => onMove?.(hosts, id)}
    />
  );
}

interface PreviewProps extends EntryFacts {
  /** The text of the table while it has no rows. */
  empty: string;
  judged: readonly PreviewStatus[];
  ticked: readonly boolean[];
  onTick: (places: readonly number[], on: boolean) => void;
}

/**
 * The heights (pixels) of an entry's row, by the entry's `look`. On narrow pages, `heightOf` adds room for the choice
 * of the connection.
 */
const heights: Record<Extract<PreviewLine, { is: 'entry' }>['look'], Heights> = {
  short: [36, 60],
  noted: [52, 84],
  asking: [56, 116],
  quoted: [80, 156],
};
const heightOf = (line: PreviewLine, isGoing: boolean): Heights => {
  // There is a gap above the head of each group except the first.
  if (line.is === 'group') return line.isFirst ? [44, 44] : [56, 56];
  const [wide, narrow] = heights[line.look];
  return [wide, isGoing && !['there', 'out'].includes(line.group) ? narrow + 36 : narrow];
};

const classOf = (line: PreviewLine) => {
  const { is, group } = line;
  const ends = is === 'group' ? [line.isFirst && 'first', !line.isOpen && 'last'] : [line.look, line.isLast && 'last'];
  return [is, `in-${group}`, ...ends].filter(Boolean).join(' ');
};

const isPrivacyOfFile = (read: ParsedEntry | undefined) =>
  read?.own?.privacy !== undefined && !!read.entry.source && !read.to;

/** Shows a table of what would happen to each entry, grouped by what the person has to do. */
export function Preview({ empty, judged, ticked, onTick, ...facts }: PreviewProps) {
  const { parsed, placeOf, onMove } = facts;
  const isGoing = onMove !== undefined;
  const [turned, setTurned] = useState<ReadonlySet<GroupName>>(new Set());
  const lines = useMemo(() => previewLines(parsed, judged, turned), [parsed, judged, turned]);
  const grid = useGrid(lines);
  const statusAt = (place: number): PreviewStatus => judged[place] ?? 'refused';
  const turn = (group: GroupName) =>
    setTurned((before) => new Set(before.has(group) ? [...before].filter((one) => one !== group) : [...before, group]));
  const moving = isGoing ? parsed.flatMap(({ host }, place) => (host && ticked[place] ? host : [])) : [];

  const lookOf = (line: PreviewLine) => ({
    class: classOf(line),
    // In a group's head, the button takes the focus instead of the row, as it says whether the group is open.
    ...(line?.is === 'group' ? { tabIndex: undefined } : { 'aria-selected': !!ticked[line.place] }),
  });
  const row = (line: PreviewLine) => {
    if (line.is === 'group') {
      const { group, places } = line;
      return (
        <GroupCells
          {...line}
          statuses={places.map(statusAt)}
          hasPrivacy={places.some((place) => isPrivacyOfFile(parsed[place]))}
          ticked={places.filter((place) => ticked[place]).length}
          columns={isGoing ? 4 : 3}
          onTurn={() => turn(group)}
          onTick={(on) => onTick(places, on)}
        />
      );
    }
    const { place } = line;
    const read = parsed[place];
    const status = statusAt(place);
    return (
      read && (
        <EntryCells
          {...facts}
          line={line}
          read={read}
          status={status}
          ticked={canAdd(status) ? ticked[place] : undefined}
          onTick={(on) => onTick([place], on)}
        />
      )
    );
  };
  return (
    <div class="preview">
      {moving.length > 0 && <MoveTicked placeOf={placeOf} onMove={onMove} hosts={moving} />}
      <VirtualTable
        classes={isGoing ? 'of-entries going' : 'of-entries'}
        grid={grid}
        label={t('addmany.preview')}
        heights={(line) => heightOf(line, isGoing)}
        row={row}
        isMany
        look={lookOf}
        asked=""
        empty={empty}
        columns={[
          { name: 'site', content: t('addmany.column_site') },
          { name: 'status', content: t('addmany.column_status') },
          ...(isGoing ? [{ name: 'goes', content: t('addmany.goes_to') }] : []),
          { name: 'read', content: t('addmany.column_read') },
        ]}
      />
    </div>
  );
}
