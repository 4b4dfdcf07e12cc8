import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { perPageChoices, type RecordKind, sortKeys } from '@/lib/websites/query.ts';
import { IconButton } from '../IconButton.tsx';
import type { Route } from '../useRoute.ts';
import { Select } from './Select.tsx';

/** Debounce of the search (milliseconds). */
const typingPause = 130;

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  /** Enter or blur: the next search gets its own history entry. */
  onDone: () => void;
  onDown: () => void;
}

/** Holds the typed text itself, so that a key press rerenders only this box. */
function SearchBox({ value, onSearch, onDone, onDown }: SearchBoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, forward and switching tabs change the text.
  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog[open]'))
        return;
      event.preventDefault();
      box.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text === asked.current) return;
    asked.current = text;
    onSearch(text);
  };
  const onInput = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, typingPause, text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      search(typed);
      onDone();
    } else if (event.key === 'Escape' && typed) {
      event.preventDefault();
      setTyped('');
      search('');
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    }
  };
  return (
    <div class="search">
      <Icon name="search" />
      <label class="visually-hidden" for={id}>
        {t('manage.search')}
      </label>
      <input
        id={id}
        ref={box}
        type="search"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={inputLimits.domain}
        dir="auto"
        placeholder={t('manage.search_placeholder')}
        aria-keyshortcuts="/"
        value={typed}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onDone}
      />
      <kbd>/</kbd>
    </div>
  );
}

interface ToolbarProps {
  kind: RecordKind;
  route: Route;
  onIntoTable: () => void;
  /** Its actions. */
  children?: ComponentChildren;
}

interface ListActionsProps {
  onRefresh: () => void;
  onExport: () => void;
  canExport: boolean;
  /** More actions. */
  children?: ComponentChildren;
}

/** The actions of one list. */
export function ListActions({ onRefresh, onExport, canExport, children }: ListActionsProps) {
  return (
    <div class="actions">
      <IconButton icon="refresh" label={t('manage.refresh')} onClick={onRefresh} />
      <IconButton icon="download" label={t('manage.export')} disabled={!canExport} onClick={onExport} />
      {children}
    </div>
  );
}

const sortOrders = ['desc', 'asc'] as const;

/** Search and sorting of a list, and its actions. */
export function Toolbar(props: ToolbarProps) {
  const { kind, route } = props;
  const { query, change: onChange } = route;
  const [byDate, byName] = sortKeys[kind];
  const { sorts } = useTraits();
  const isSorted = kind === 'projects' || sorts.length > 0;
  return (
    <search class="toolbar" aria-label={t('manage.list_options')}>
      <SearchBox
        key={kind}
        value={query.search}
        onSearch={route.search}
        onDone={route.searchDone}
        onDown={props.onIntoTable}
      />
      <div class="selects">
        {isSorted && (
          <div class="sorting">
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
          </div>
        )}
        <Select
          label={t('manage.per_page')}
          value={query.per_page}
          options={perPageChoices.map((value) => ({ value, label: numberText(value) }))}
          onChange={(per_page) => onChange({ per_page })}
        />
      </div>
      {props.children}
    </search>
  );
}
