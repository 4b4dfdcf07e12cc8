import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { found, matching } from '@/lib/websites/allWebsites.ts';
import { passes, privacyCounts } from '@/lib/websites/privacyCounts.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { changedWebsites, type Row, websiteRows } from '@/lib/websites/rows.ts';
import { range, type Selection, select } from '@/lib/websites/selection.ts';
import { useLatest } from '../list/useLatest.ts';
import { type Records, useRecords } from '../list/useRecords.ts';
import type { TabProps } from '../tab.ts';
import { useCreate } from './useCreate.ts';
import { useEdit } from './useEdit.ts';
import type { RowActions } from './WebsiteRow.tsx';

/** The selected records. `rows`: those listed that can be selected. */
function useSelection<T>(rows: readonly Row<T>[]) {
  const [selection, setSelection] = useState<Selection<T>>(new Map());
  const last = useRef<string>(undefined);
  const shown = useRef(rows);
  shown.current = rows;

  const toggle = useCallback((key: string, on: boolean, extend: boolean) => {
    const touched = range(shown.current, extend ? last.current : undefined, key);
    last.current = key;
    setSelection((before) => select(before, touched, on));
  }, []);
  const all = useCallback((on: boolean) => setSelection((before) => select(before, shown.current, on)), []);
  const drop = useCallback(
    (key: string) => setSelection((before) => (before.has(key) ? select(before, [{ key }] as never, false) : before)),
    [],
  );
  const clear = useCallback(() => setSelection(new Map()), []);
  return { selection, set: setSelection, toggle, all, drop, clear };
}

/** The listed websites and their actions. */
export function useWebsites(props: TabProps) {
  const { serviceUrl, account, start, say, all, route, drafts } = props;
  const { query } = route;
  const { search, filter, link } = query;
  const known = all.of(search);
  const read = () => void all.read(search);
  const isFiltered = filter !== 'all' || link !== 'all';
  const filtered = useMemo(
    () => known && { ...known, items: isFiltered ? matching(known, query) : known.items },
    [known, isFiltered, query],
  );
  const records: Records<'websites'> = useRecords(
    'websites',
    props,
    {
      rowsOf: websiteRows,
      changed: changedWebsites,
      passes,
      onChange: (change) => change.kind === 'website-gone' && selection.drop(change.id),
      gone: ({ id }) => ({ kind: 'website-gone', id }),
      remove: ({ id, domain }) => ask('websites.delete', { id, domain }, { account }),
    },
    filtered,
    read,
  );
  const { list, shown, pager, know, rowOf, onDelete } = records;
  const counted = useMemo(() => (known ? found(known, search) : undefined), [known, search]);
  const counts = useMemo(() => privacyCounts(counted ?? list.items), [counted, list.items]);
  const selection = useSelection(shown.filter(({ record }) => !record.locked));
  const wanted = JSON.stringify([search, filter, link]);
  const current = useRef({ wanted, selection: selection.selection });
  current.current = { wanted, selection: selection.selection };
  const selectEvery = async () => {
    const before = current.current;
    const now = records.every ? undefined : (known ?? (await all.read(search)));
    // Reading took its time: the list shows something else by now, others are selected, or something is asked about them.
    const { current: after } = current;
    if (after.wanted !== before.wanted || after.selection !== before.selection || document.querySelector('dialog'))
      return;
    const every = records.every ?? (now && matching(now, query));
    if (every) selection.set(new Map(every.filter(({ locked }) => !locked).map((website) => [website.id, website])));
  };
  const everyCount = (records.every ?? counted)?.length ?? (filter === 'all' ? list.total : undefined);
  const selected = selection.selection.size;
  const isKnowable = records.isCurrent && (!records.isPart || link === 'all');
  const isOffered = isKnowable && pager.paged && selected > 0 && !all.reading && selected < (everyCount ?? Infinity);
  const onFilter = (chosen: PrivacyFilter) =>
    route.change(known ? { filter: chosen, cursor: undefined, from: 0 } : { filter: chosen });

  const onRead = (website: Website, created = false) => know({ kind: 'website', created, website });
  const edit = useEdit(account, drafts, { onRead, onSaved: onRead, onGone: (row) => records.drop(row), say });
  const creation = useCreate(account, drafts, start.defaults, {
    onCreated: (website, said, later) => {
      if (website) onRead(website, true);
      say(said);
      if (!website) return;
      records.focusLater(website.id);
      for (const row of websiteRows([website])) if (!row.record.locked) edit.openWith(row, later);
    },
    say,
  });

  const onSelect = useLatest((key: string, on: boolean, extend: boolean) => {
    if (rowOf(key)) selection.toggle(key, on, extend);
  });
  const onEdit = useLatest((key: string) => {
    const row = rowOf(key);
    if (row) edit.open(row);
  });
  const actions = useMemo<RowActions>(() => ({ onSelect, onEdit, onDelete }), [onSelect, onEdit, onDelete]);
  const template = start.preferences.statisticsUrl;
  const statisticsUrl = useCallback(
    ({ domain, id }: Website) => (domain ? fillUrl(template, { base_url: serviceUrl, domain, id }) : undefined),
    [serviceUrl, template],
  );
  return {
    records,
    counts,
    /** There are more websites than those counted. */
    isPart: !known && (list.more || !!query.cursor),
    all: { known, read, reading: all.reading, problem: all.problem, stop: all.stop },
    /** Selects everything that matches the query, not only this page; undefined if that is not possible. */
    every: isOffered
      ? { count: known?.complete === false ? undefined : everyCount, select: () => void selectEvery() }
      : undefined,
    onFilter,
    selection,
    edit,
    creation,
    actions,
    statisticsUrl,
  };
}

export type Websites = ReturnType<typeof useWebsites>;
