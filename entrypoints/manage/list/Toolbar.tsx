import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { IconButton } from '../IconButton.tsx';

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  /** Called on Enter or blur, after which the next search gets its own history entry. */
  onDone: () => void;
  onDown: () => void;
}

/** Whether a slash is meant for the focused box, or a dialog is open. */
function isWanted(target: EventTarget | null, box: HTMLInputElement | null): boolean {
  // No name begins with a slash, so in the empty search box it is the same shortcut again.
  const isAtHome = target === box && !box?.value;
  const isTyped = target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select');
  return !!(isTyped && !isAtHome) || !!document.querySelector('dialog[open]');
}

/** The search box. It finds more than the browser's own search, which sees only rendered rows. */
function SearchBox({ value, onSearch, onDone, onDown }: SearchBoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  /** Whether the person has opened the browser's own search. */
  const [isBeside, setBeside] = useState(false);
  useEffect(
    () =>
      listenTo<KeyboardEvent>(document, 'keydown', (event) => {
        const isCommand = event.ctrlKey || event.metaKey;
        if (event.key === 'f' && isCommand) setBeside(true);
        if (event.key !== '/' || isCommand || event.altKey || isWanted(event.target, box.current)) return;
        event.preventDefault();
        box.current?.select();
      }),
    [],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onDone();
    else if (event.key === 'Escape' && value) {
      event.preventDefault();
      onSearch('');
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
        title={t('manage.search_hint')}
        aria-keyshortcuts="/"
        value={value}
        onFocus={() => setBeside(false)}
        onInput={(event) => {
          setBeside(false);
          onSearch(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={onDone}
      />
      <kbd>/</kbd>
      <p class="beside" role="status">
        {isBeside && t('manage.search_hint')}
      </p>
    </div>
  );
}

interface ToolbarProps extends SearchBoxProps {
  /** How many records there are and as of when. */
  count: ComponentChildren;
  onExport: () => void;
  canExport: boolean;
  /** More actions. */
  children?: ComponentChildren;
}

/** Search, how many records there are, and the actions of a list. */
export function Toolbar({ count, onExport, canExport, children, ...search }: ToolbarProps) {
  return (
    <search class="toolbar" aria-label={t('manage.list_options')}>
      <SearchBox {...search} />
      {count}
      <div class="actions">
        <IconButton icon="download" label={t('manage.export')} disabled={!canExport} onClick={onExport} />
        {children}
      </div>
    </search>
  );
}
