import { useCallback, useId } from 'preact/hooks';
import { canAdd, type EntryLook, type GroupName, type PreviewRow } from '@/lib/addMany/rows.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { t } from '@/lib/text/i18n.ts';
import { Select } from '../list/Select.tsx';
import { type Groups, type Line, useGroups } from '../list/useGroups.ts';
import { type Heights, VirtualTable } from '../list/VirtualTable.tsx';
import { EntryCells, GroupCells, named } from './PreviewRows.tsx';
import { readOf, rowsOf, tickedRows } from './select.ts';
import type { AddMany } from './state.ts';
import { send } from './store.ts';

const emptyText = (state: AddMany) => {
  const { parsed, problem } = readOf(state);
  if (parsed) return t('addmany.empty_filter');
  return problem ? '' : t('addmany.reading');
};

function MoveTicked({ list, ticked }: { list: AddMany['list']; ticked: ReadonlySet<PreviewRow> }) {
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
      onChange={(id) => {
        const hosts = [...ticked].flatMap(({ read }) => read.host ?? []);
        send('moved', hosts, id);
      }}
    />
  );
}

/** The groups about which the person has to decide come first. */
export const groups: Groups<PreviewRow, GroupName> = {
  order: ['check', 'unchecked', 'new', 'there', 'out'],
  groupOf: ({ group }) => group,
  keyOf: ({ key }) => key,
  isSettled: (group) => !canAdd(group),
};

type PreviewLine = Line<PreviewRow, GroupName>;

/** The heights of an entry's row, in pixels. On narrow pages, `heightOf` adds room for the choice of a connection. */
const entryHeights: Record<EntryLook, Heights> = {
  short: [36, 60],
  noted: [52, 84],
  asking: [56, 116],
  quoted: [80, 156],
};
const heightOf = ({ row }: PreviewLine, index: number, isGoing: boolean): Heights => {
  // There is a gap above the head of each group except the first one.
  if (!row) return index ? [56, 56] : [44, 44];
  const [wide, narrow] = entryHeights[row.look];
  return [wide, isGoing && canAdd(row.group) ? narrow + 36 : narrow];
};

export function Preview({ state }: { state: AddMany }) {
  const { list } = state;
  const rows = rowsOf(state);
  const ticked = tickedRows(state);
  const isGoing = list.length > 1;
  const table = useId();
  const { grid, turn } = useGroups(rows, groups);
  const heights = useCallback((line: PreviewLine, index: number) => heightOf(line, index, isGoing), [isGoing]);
  const lookOf = ({ row, group }: PreviewLine, index: number) => {
    const ends = [row ? row.look : !index && 'first', !grid.rows[index + 1]?.row && 'last'];
    return {
      class: [row ? 'entry' : 'group', `in-${group}`, ...ends].filter(Boolean).join(' '),
      ...(row
        ? { 'aria-selected': ticked.has(row), 'aria-labelledby': named(`${table}-${index}`) }
        : { tabIndex: undefined }),
    };
  };
  return (
    <div class="preview">
      {isGoing && ticked.size > 0 && <MoveTicked list={list} ticked={ticked} />}
      <VirtualTable
        classes={isGoing ? 'of-entries going' : 'of-entries'}
        grid={grid}
        label={t('addmany.preview')}
        heights={heights}
        row={(line, index) =>
          line.row ? (
            <EntryCells id={`${table}-${index}`} state={state} row={line.row} isTicked={ticked.has(line.row)} />
          ) : (
            <GroupCells
              {...line}
              ticked={line.rows.filter((row) => ticked.has(row)).length}
              columns={isGoing ? 4 : 3}
              onTurn={() => turn(line.group)}
            />
          )
        }
        isMany
        look={lookOf}
        asked=""
        empty={emptyText(state)}
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
