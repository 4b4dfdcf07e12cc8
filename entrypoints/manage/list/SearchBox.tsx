import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** How long after the last key the service is asked (milliseconds). */
const typingPause = 250;

interface SearchBoxProps {
  value: string;
  onSearch: (text: string) => void;
  /** Enter or leaving the box: the next search is a step of its own for the back button. */
  onDone: () => void;
  onDown: () => void;
}

/** What is typed lives here: a key renders this box and nothing else. */
export function SearchBox({ value, onSearch, onDone, onDown }: SearchBoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, forward and a changed tab bring another text.
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
        maxLength={253}
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
