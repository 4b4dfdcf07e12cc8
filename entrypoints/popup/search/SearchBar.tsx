import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import './search.css';
import type { useSearch } from './useSearch.ts';

/** Its list is none of the browser's, so it is one by its role. */
const comboBox = { role: 'combobox', list: undefined, 'aria-expanded': false } as const;

/** The field on top of the popup. With something typed, what is found hides the rest. */
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
