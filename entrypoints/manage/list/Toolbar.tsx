import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { numberText, t } from '@/lib/text/i18n.ts';
import { type Kind, perPageChoices, type Query, sortKeys } from '@/lib/websites/query.ts';
import { SearchBox } from './SearchBox.tsx';
import { Select } from './Select.tsx';

interface Props {
  kind: Kind;
  query: Query;
  onChange: (change: Partial<Query>) => void;
  onSearch: (search: string) => void;
  onSearchDone: () => void;
  onIntoTable: () => void;
  onRefresh: () => void;
  onExport: () => void;
  canExport: boolean;
  /** What else can be done with the list. */
  children?: ComponentChildren;
}

const sortOrders = ['desc', 'asc'] as const;

/** What is listed, and in which order. */
export function Toolbar(props: Props) {
  const { kind, query, onChange } = props;
  const [byDate, byName] = sortKeys[kind];
  return (
    <search class="toolbar" aria-label={t('manage.list_options')}>
      <SearchBox
        key={kind}
        value={query.search}
        onSearch={props.onSearch}
        onDone={props.onSearchDone}
        onDown={props.onIntoTable}
      />
      <div class="selects">
        <Select
          label={t('manage.sort_by')}
          value={query.sort_by}
          options={[
            { value: byDate, label: t('manage.sort_date') },
            { value: byName, label: t(kind === 'websites' ? 'manage.domain' : 'manage.name') },
          ]}
          onChange={(sort_by) => onChange({ sort_by })}
        />
        <Select
          label={t('manage.order')}
          value={query.sort}
          options={sortOrders.map((value) => ({
            value,
            label: t(value === 'asc' ? 'manage.ascending' : 'manage.descending'),
          }))}
          onChange={(sort) => onChange({ sort })}
        />
        <Select
          label={t('manage.per_page')}
          value={query.per_page}
          options={perPageChoices.map((value) => ({ value, label: numberText(value) }))}
          onChange={(per_page) => onChange({ per_page })}
        />
      </div>
      <div class="actions">
        <button
          type="button"
          class="icon-button"
          title={t('manage.refresh')}
          aria-label={t('manage.refresh')}
          onClick={props.onRefresh}
        >
          <Icon name="refresh" />
        </button>
        <button
          type="button"
          class="icon-button"
          title={t('manage.export')}
          aria-label={t('manage.export')}
          disabled={!props.canExport}
          onClick={props.onExport}
        >
          <Icon name="download" />
        </button>
        {props.children}
      </div>
    </search>
  );
}
