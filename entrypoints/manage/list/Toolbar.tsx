import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plainInput } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { IconButton } from '../IconButton.tsx';
import { Count } from './Count.tsx';
import { isCommand } from './useGridKeys.ts';
import { useList } from './useListTab.ts';

/**
 * Whether a slash keeps its usual effect because a text field has the focus or a dialog is open. Otherwise, it focuses
 * the search box.
 */
function isTypedSlash(target: EventTarget | null, box: HTMLInputElement | null): boolean {
  // In the empty search box, a slash counts as the shortcut and not as text, because no name begins with a slash.
  const isAtHome = target === box && !box?.value;
  const isTyped = target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select');
  return !!(isTyped && !isAtHome) || !!document.querySelector('dialog[open]');
}

/** Shows the search box. It finds more than the browser's own search, which only sees rendered rows. */
function SearchBox() {
  const { route, grid } = useList();
  const value = route.query.search;
  const box = useRef<HTMLInputElement>(null);
  /** Whether the person has opened the browser's own search, and has not used this box since. */
  const [usesBrowserSearch, setUsesBrowserSearch] = useState(false);
  useEffect(
    () =>
      listenTo<KeyboardEvent>(document, 'keydown', (event) => {
        if (event.key === 'f' && (event.ctrlKey || event.metaKey)) setUsesBrowserSearch(true);
        if (event.key !== '/' || isCommand(event) || isTypedSlash(event.target, box.current)) return;
        event.preventDefault();
        box.current?.select();
      }),
    [],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys to choose among its suggestions.
    if (event.isComposing) return;
    if (event.key === 'Enter') route.searchDone();
    else if (event.key === 'Escape' && value) {
      event.preventDefault();
      route.search('');
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      grid.send({ type: 'entered' });
    }
  };
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        aria-label={t('manage.search')}
        {...plainInput}
        maxLength={inputLimits.domain}
        dir="auto"
        placeholder={t('manage.search_placeholder')}
        title={t('manage.search_hint')}
        aria-keyshortcuts="/"
        value={value}
        onFocus={() => setUsesBrowserSearch(false)}
        onInput={(event) => {
          setUsesBrowserSearch(false);
          route.search(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        // The next search gets its own history entry.
        onBlur={route.searchDone}
      />
      <kbd>/</kbd>
      <p class="beside" role="status">
        {usesBrowserSearch && t('manage.search_hint')}
      </p>
    </div>
  );
}

export function Toolbar({ children }: { children: ComponentChildren }) {
  const { rows, exporting } = useList();
  return (
    <search class="toolbar" aria-label={t('manage.list_options')}>
      <SearchBox />
      <Count />
      <div class="row actions">
        <IconButton icon="download" label={t('manage.export')} disabled={!rows.length} onClick={exporting.open} />
        {children}
      </div>
    </search>
  );
}
