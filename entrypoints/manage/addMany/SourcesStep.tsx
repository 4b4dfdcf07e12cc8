import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { focusText } from '@/components/focusText.ts';
import { Icon } from '@/components/Icon.tsx';
import { rangeOfLine, rewritten } from '@/lib/addMany/lines.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { hostSpellings } from '@/lib/hosts/variants.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { placeText } from '../jobs/jobTexts.ts';
import { ColumnChoice, CopyFrom, Folders } from './SourceViews.tsx';
import * as select from './select.ts';
import type { AddMany, Source } from './state.ts';
import { type Folder, maxTypedLength, openBookmarks, send, takeFiles, takeTabs, type } from './store.ts';

function SourceList({ sources }: { sources: readonly Source[] }) {
  if (!sources.length) return null;
  return (
    <ul class="sources">
      {sources.map((source) => (
        <li key={source.id}>
          <bdi>{source.name}</bdi>
          {!select.isOpen(source) && (
            <span class="hint">{plural('addmany.source_lines', select.lineCount(source))}</span>
          )}
          <IconButton
            icon="close"
            label={t('addmany.remove_source', { name: source.name })}
            onClick={() => send('source-removed', source.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Lets the person edit an entry of a file. If the entry were moved to the text box, it would lose the settings in its
 * table row.
 */
function EntryField({ entry }: { entry: Entry }) {
  const id = useId();
  const [now, setNow] = useState<readonly Entry[]>([entry]);
  const change = (text: string) => {
    const by = rewritten(entry, text);
    send('entries-replaced', now, by);
    setNow(by);
  };
  return (
    <div class="field">
      <label for={id}>{placeText(entry)}</label>
      <input
        id={id}
        ref={focusText}
        dir="ltr"
        spellcheck={false}
        defaultValue={entry.text}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}

/**
 * Returns `handlers` that let an element accept dropped files, and whether files are being dragged over it (`over`).
 */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const files = (event: DragEvent) => event.dataTransfer?.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!files(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget as Node | null;
        if (!to || !(event.currentTarget as Node).contains(to)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!files(event)) return;
        event.preventDefault();
        onFiles([...(event.dataTransfer?.files ?? [])]);
      },
    },
  };
}

export function SourcesStep({ state }: { state: AddMany }) {
  const { wish, problem, box } = state;
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const tables = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (wish?.table !== undefined)
      return tables.current?.querySelector<HTMLElement>(`[data-table="${wish.table}"] input`)?.focus();
    if (wish?.entry?.source) return;
    // The line is selected before the box gets the focus, because the focus scrolls the selection into view.
    const { current } = area;
    if (wish?.entry) current?.setSelectionRange(...rangeOfLine(current.value, wish.entry.line));
    if (wish) current?.focus();
  }, [wish]);
  const { over, handlers } = useDrop(takeFiles);
  const parts = select.partsOf(state);
  const [count, reading, hasOpen] = [select.hostCount(state), select.isReading(state), select.hasOpenTable(state)];
  const check = () => {
    if (!hasOpen) return send('check');
    tables.current?.querySelector<HTMLElement>('fieldset:not(:has(:checked)) input')?.focus();
  };
  const listed = parts.filter((source) => source.id);
  const empty = count === 0 && !listed.length && !box.text.trim();
  return (
    <section class={`sources-step ${over ? 'over' : ''}`} aria-labelledby={`${id}-title`} {...handlers}>
      <header>
        <h2 id={`${id}-title`}>{t('addmany.sources_title')}</h2>
        <p class="hint">{t('addmany.sources_hint')}</p>
      </header>
      <div class="field">
        <label for={id}>{t('addmany.sites')}</label>
        <textarea
          id={id}
          ref={area}
          rows={10}
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          value={box.text}
          placeholder={t('addmany.sites_placeholder')}
          onInput={({ currentTarget }) => {
            const left = type(currentTarget.value);
            // Assigned only if the text differs, because an assignment moves the caret to the end.
            if (currentTarget.value !== left) currentTarget.value = left;
          }}
          onPaste={(event) => {
            const given = event.clipboardData?.getData('text/plain') ?? '';
            if (given.length < maxTypedLength) return;
            event.preventDefault();
            const { value, selectionStart, selectionEnd } = event.currentTarget;
            type(value.slice(0, selectionStart) + given + value.slice(selectionEnd));
          }}
        />
      </div>
      <SourceList sources={listed} />
      {wish?.entry?.source && <EntryField entry={wish.entry} />}
      {parts.some(({ list }) => list?.choice) && (
        <div class="stack" ref={tables}>
          {parts.map((source) => (
            <ColumnChoice
              key={source.id}
              source={source}
              onChoose={(chosen) => send('columns-chosen', source.id, chosen)}
            />
          ))}
        </div>
      )}
      <div class="row from">
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept=".txt,.csv,.tsv,.tab,.html,.htm,.xml,.gz,.json,.md,.zone,.db,text/*,application/json,application/xml,application/gzip"
          onChange={({ currentTarget }) => {
            takeFiles([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <Button icon="list" label={t('addmany.choose_file')} onClick={() => picker.current?.click()} />
        <Button label={t('addmany.window_tabs')} onClick={() => void takeTabs('window')} />
        <Button label={t('addmany.all_tabs')} onClick={() => void takeTabs('all')} />
        <Button
          label={t('addmany.bookmarks')}
          onClick={() => void openBookmarks().then((found) => found.length && setFolders(found))}
        />
        {select.copyOf(state).from && (
          <Button label={t('addmany.other_connection')} onClick={() => send('set', { copy: { ...state.copy } })} />
        )}
      </div>
      {state.copy && <CopyFrom state={state} />}
      {folders.length > 0 && (
        <Folders
          folders={folders}
          onTake={({ title, entries }) => {
            send('source-added', title || t('addmany.all_bookmarks'), { entries });
            setFolders([]);
          }}
        />
      )}
      {problem && (
        <p class="note warn" role="alert">
          <Icon name="warning" />
          {problem}
        </p>
      )}
      <div class="stack" aria-live="polite">
        {select.unclosedQuotes(state).map(({ source = '', line }) => (
          <p class="note warn" key={`${source} ${line}`}>
            <Icon name="warning" />
            {[source, t('addmany.refused_quote', { line })].filter(Boolean).join(' · ')}
          </p>
        ))}
      </div>
      <fieldset class="hosts">
        <legend class="label">{t('addmany.host_choice')}</legend>
        <div class="segments">
          {hostSpellings.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="addmany-host"
                checked={value === select.choiceOf(state)}
                onChange={() => send('set', { choice: value })}
              />
              {t(`addmany.host_${value}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <footer class="row">
        <button type="button" class="button primary" disabled={empty || (reading && !count)} onClick={check}>
          {count ? plural('addmany.check_sites', count) : t('addmany.check_none')}
        </button>
        <span class="hint" role="status">
          {reading ? t('addmany.reading') : hasOpen ? t('addmany.choose_columns') : ''}
        </span>
      </footer>
      {over && (
        <p class="drop" aria-hidden="true">
          {t('addmany.drop')}
        </p>
      )}
    </section>
  );
}
