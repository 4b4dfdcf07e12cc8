import { useCallback } from 'preact/hooks';
import { canAdd, type EntryLook, type GroupName, type PreviewRow } from '@/lib/addMany/rows.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { t } from '@/lib/text/i18n.ts';
import { Select } from '../list/Select.tsx';
import { type Groups, type Line, useGroups } from '../list/useGroups.ts';
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

/** Groups about which the person has to decide come first. */
export const groups: Groups<PreviewRow, GroupName> = {
  order: ['check', 'unchecked', 'new', 'there', 'out'],
  groupOf: ({ group }) => group,
  keyOf: ({ key }) => key,
  isSettled: (group) => !canAdd(group),
};

interface PreviewProps extends EntryActions {
  rows: readonly PreviewRow[];
  ticked: ReadonlySet<PreviewRow>;
  empty: string;
}

type PreviewLine = Line<PreviewRow, GroupName>;

/** The heights of an entry's row, in pixels. On narrow pages, `heightOf` adds room to choose the connection. */
const entryHeights: Record<EntryLook, Heights> = {
  short: [36, 60],
  noted: [52, 84],
  asking: [56, 116],
  quoted: [80, 156],
};
const heightOf = ({ row }: PreviewLine, index: number, isGoing: boolean): Heights => {
  // There is a gap above the head of each group except the first.
  if (!row) return index ? [56, 56] : [44, 44];
  const [wide, narrow] = entryHeights[row.look];
  return [wide, isGoing && canAdd(row.group) ? narrow + 36 : narrow];
};

export function Preview({ rows, ticked, empty, ...actions }: PreviewProps) {
  const { onTick, onMove } = actions;
  const isGoing = onMove !== undefined;
  const { grid, turn } = useGroups(rows, groups);
  const heights = useCallback((line: PreviewLine, index: number) => heightOf(line, index, isGoing), [isGoing]);
  const lookOf = ({ row, group }: PreviewLine, index: number) => {
    const ends = [row ? row.look : !index && 'first', !grid.rows[index + 1]?.row && 'last'];
    return {
      class: [row ? 'entry' : 'group', `in-${group}`, ...ends].filter(Boolean).join(' '),
      ...(row ? { 'aria-selected': ticked.has(row) } : { tabIndex: undefined }),
    };
  };
  return (
    <div class="preview">
      {isGoing && ticked.size > 0 && <MoveTicked ticked={ticked} onMove={onMove} />}
      <VirtualTable
        classes={isGoing ? 'of-entries going' : 'of-entries'}
        grid={grid}
        label={t('addmany.preview')}
        heights={heights}
        row={(line) =>
          line.row ? (
            <EntryCells {...actions} row={line.row} isTicked={ticked.has(line.row)} />
          ) : (
            <GroupCells
              {...line}
              ticked={line.rows.filter((row) => ticked.has(row)).length}
              columns={isGoing ? 4 : 3}
              onTurn={() => turn(line.group)}
              onTick={onTick}
            />
          )
        }
        isMany
        look={lookOf}
        asked=""
        empty={empty}
        columns={[
          { name: 'site', label: t('addmany.column_site') },
          { name: 'status', label: t('addmany.column_status') },
          ...(isGoing ? [{ name: 'goes', label: t('addmany.goes_to') }] : []),
          { name: 'read', label: t('addmany.column_read') },
        ]}
      />
    </div>
  );
}
