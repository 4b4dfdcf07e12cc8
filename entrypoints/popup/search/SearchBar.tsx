import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import './search.css';
import type { useSearch } from './useSearch.ts';

/** The attributes that tell screen readers about the list of results. The browser adds them only for a `datalist`. */
const comboBox = { role: 'combobox', list: undefined, 'aria-expanded': false } as const;

/** Shows the search field at the top of the popup. While it contains text, the results hide the rest of the popup. */
export function SearchBar({ field, state, loaded, send, begin }: ReturnType<typeof useSearch>) {
  return (
    <div class={state.typed ? 'finder open' : 'finder'}>
      <Icon name="search" />
      <input
        {...comboBox}
        aria-label={t('popup.search')}
        aria-keyshortcuts="/"
        placeholder={t('popup.search')}
        autocomplete="off"
        spellcheck={false}
        ref={field}
        value={state.typed}
        onFocus={begin}
        onInput={(event) => send({ type: 'typed', text: event.currentTarget.value })}
        {...loaded?.fieldProps(state, send)}
      />
      <span class="key hint" aria-hidden="true">
        {state.typed ? 'Esc' : '/'}
      </span>
    </div>
  );
}
