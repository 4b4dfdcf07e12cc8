import { useCallback, useMemo } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { passes, privacyCounts } from '@/lib/websites/privacyCounts.ts';
import type { Query } from '@/lib/websites/query.ts';
import { changedWebsites, websiteRows } from '@/lib/websites/rows.ts';
import { useLatest } from '../list/useLatest.ts';
import { useRecords } from '../list/useRecords.ts';
import { useSelection } from '../list/useSelection.ts';
import type { TabProps } from '../tab.ts';
import { useCreate } from './useCreate.ts';
import { useEdit } from './useEdit.ts';
import type { RowActions } from './WebsiteRow.tsx';

const hasPrivacy = (website: Website, { filter }: Query) => passes(website, filter);

/** The listed websites and their actions. */
export function useWebsites(props: TabProps) {
  const { serviceUrl, account, start, say } = props;
  const records = useRecords('websites', props, {
    rowsOf: websiteRows,
    changed: changedWebsites,
    passes: hasPrivacy,
    onChange: (change) => change.kind === 'website-gone' && selection.drop(change.id),
    gone: ({ id }) => ({ kind: 'website-gone', id }),
    remove: ({ id, domain }) => ask('websites.delete', { id, domain }, { account }),
  });
  const { list, shown, know, rowOf, onDelete } = records;
  const counts = useMemo(() => privacyCounts(list.items), [list.items]);
  const selection = useSelection(shown.filter(({ record }) => !record.locked));

  const onRead = (website: Website, created = false) => know({ kind: 'website', created, website });
  const edit = useEdit(account, { onRead, onSaved: onRead, onGone: (row) => records.drop(row), say });
  const creation = useCreate(account, start.defaults, {
    onCreated: (website, said) => {
      if (website) onRead(website, true);
      say(said);
      if (website) records.focusLater(website.id);
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
  return { records, counts, selection, edit, creation, actions, statisticsUrl };
}

export type Websites = ReturnType<typeof useWebsites>;
