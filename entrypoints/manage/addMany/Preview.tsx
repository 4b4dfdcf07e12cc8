import { useMemo, useState } from 'preact/hooks';
import { canAdd, type GroupName, type PreviewLine, type PreviewRow, previewLines } from '@/lib/addMany/rows.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { t } from '@/lib/text/i18n.ts';
import { Select } from '../list/Select.tsx';
import { useGrid } from '../list/useGridKeys.ts';
import { type Heights, VirtualTable } from '../list/VirtualTable.tsx';
import { useConnections } from '../useConnections.ts';
import { type EntryActions, EntryCells, GroupCells } from './PreviewRows.tsx';

function MoveTicked({ ticked, onMove }: Pick<PreviewProps, 'ticked' | 'onMove'>) {
  const list = useConnections();
  const names = distinctNames(list);
  const [first, ...others] = new Set([...ticked].map(({ connection }) => connection.id));
  return (
    <Select
      label={t('addmany.ticked_go_to')}
      value={others.length ? '' : (first ?? '')}
      options={[
        { value: '', label: t('addmany.by_rules') },
        ...list.map(({ id }) => ({ value: id, label: names.get(id) ?? '' })),
      ]}
      onChange={(id) =>
        onMove?.(
          [...ticked].flatMap(({ read }) => read.host ?? []),
          id,
        )
      }
    />
  );
}

interface PreviewProps extends EntryActions {
  rows: readonly PreviewRow[];
  ticked: ReadonlySet<PreviewRow>;
  empty: string;
}

/** The heights of an entry's row, in pixels. On narrow pages, `heightOf` adds room to choose the connection. */
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
  return [wide, isGoing && canAdd(line.group) ? narrow + 36 : narrow];
};

const classOf = (line: PreviewLine) => {
  const { is, group } = line;
  const ends = is === 'group' ? [line.isFirst && 'first', !line.isOpen && 'last'] : [line.look, line.isLast && 'last'];
  return [is, `in-${group}`, ...ends].filter(Boolean).join(' ');
};

export function Preview({ rows, ticked, empty, ...actions }: PreviewProps) {
  const { onTick, onMove } = actions;
  const isGoing = onMove !== undefined;
  const [turned, setTurned] = useState<ReadonlySet<GroupName>>(new Set());
  const lines = useMemo(() => previewLines(rows, turned), [rows, turned]);
  const grid = useGrid(lines);
  const turn = (group: GroupName) =>
    setTurned((before) => new Set(before.has(group) ? [...before].filter((one) => one !== group) : [...before, group]));

  const lookOf = (line: PreviewLine) => ({
    class: classOf(line),
    // In a group's head, the button takes the focus instead of the row: the button says whether the group is open.
    ...(line.is === 'group' ? { tabIndex: undefined } : { 'aria-selected': ticked.has(line.row) }),
  });
  const cells = (line: PreviewLine) => {
    if (line.is === 'group')
      return (
        <GroupCells
          {...line}
          ticked={line.rows.filter((row) => ticked.has(row)).length}
          columns={isGoing ? 4 : 3}
          onTurn={() => turn(line.group)}
          onTick={onTick}
        />
      );
    return <EntryCells {...actions} row={line.row} isTicked={ticked.has(line.row)} />;
  };
  return (
    <div class="preview">
      {isGoing && ticked.size > 0 && <MoveTicked ticked={ticked} onMove={onMove} />}
      <VirtualTable
        classes={isGoing ? 'of-entries going' : 'of-entries'}
        grid={grid}
        label={t('addmany.preview')}
        heights={(line) => heightOf(line, isGoing)}
        row={cells}
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
