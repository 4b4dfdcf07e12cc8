import { useId, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { comma, numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { copyOf, lineCount } from './select.ts';
import type { AddMany, Source } from './state.ts';
import { type Folder, send } from './store.ts';

export function Folders({ folders, onTake }: { folders: readonly Folder[]; onTake: (folder: Folder) => void }) {
  const id = useId();
  const [chosen = folders[0], setChosen] = useState<Folder>();
  return (
    <div class="row folders">
      <div class="field">
        <label for={id}>{t('addmany.bookmark_folder')}</label>
        <select
          id={id}
          value={chosen?.id}
          onChange={({ currentTarget }) => setChosen(folders[currentTarget.selectedIndex])}
        >
          {folders.map((folder) => (
            <option key={folder.id} value={folder.id}>
              {`${'\u2003'.repeat(folder.depth)}${folder.title || t('addmany.all_bookmarks')} (${plural('addmany.source_lines', folder.entries.length)})`}
            </option>
          ))}
        </select>
      </div>
      <Button label={t('addmany.take_folder')} onClick={() => chosen && onTake(chosen)} />
    </div>
  );
}

export function CopyFrom({ state }: { state: AddMany }) {
  const { others, from } = copyOf(state);
  if (!from) return null;
  const { account, id } = from;
  const { last } = state.copy ?? {};
  const { read, problem } = last?.account === account ? last : {};
  const isReading = read !== undefined;
  const choose = (id: string) => send('set', { copy: { from: id } });
  const copy = () => send('set', { problem: '', copy: { from: id, last: { account, read: 0 } } });
  return (
    <div class="stack">
      <div class="row folders">
        <div class="field">
          <span class="label" aria-hidden="true">
            {t('addmany.copy_from')}
          </span>
          <ConnectionChoice list={others} label={t('addmany.copy_from')} value={id} onChange={choose} />
        </div>
        {!isReading && <Button label={t('addmany.copy')} onClick={copy} />}
        <span class={problem ? 'error' : 'hint'} role="status">
          {problem ? problemText(problem) : isReading && t('manage.read_some', { count: numberText(read) })}
        </span>
        {isReading && <Button look="quiet" label={t('manage.stop')} onClick={() => choose(id)} />}
      </div>
      <p class="hint">{t('addmany.copy_hint')}</p>
    </div>
  );
}

interface ColumnChoiceProps {
  source: Source;
  onChoose: (chosen: readonly number[]) => void;
}

/** Asks which columns of a table contain the sites, if neither the header nor the cells show that. */
export function ColumnChoice({ source: { id, name, list, chosen }, onChoose }: ColumnChoiceProps) {
  if (!list?.choice) return null;
  return (
    <fieldset class="column-choice" data-table={id}>
      <legend class="label">
        {name && (
          <>
            <bdi>{name}</bdi>
            {' · '}
          </>
        )}
        {t('addmany.choose_columns')}
      </legend>
      <p class="hint">{t('addmany.choose_columns_hint')}</p>
      <div class="boxes">
        {list.choice.map(({ at, name: header, example }) => (
          <Checkbox
            key={at}
            label={header || t('addmany.column_number', { number: numberText(at + 1) })}
            hint={example}
            checked={chosen.includes(at)}
            onChange={(on) => onChoose(on ? [...chosen, at] : chosen.filter((one) => one !== at))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const maxNames = 20;
const namesText = (names: readonly string[]) =>
  names
    .slice(0, maxNames)
    .concat(names.length > maxNames ? '…' : [])
    .join(comma());

const columnsText = (source: Source) => {
  const { used = [], unused = [] } = source.list?.use ?? {};
  const texts = [
    used.length ? t('addmany.columns_used', { names: namesText(used) }) : '',
    unused.length ? t('addmany.columns_unused', { names: namesText(unused) }) : '',
  ].filter(Boolean);
  return texts.join(' · ') || plural('addmany.source_lines', lineCount(source));
};

export const SourceLines = ({ parts, onChange }: { parts: readonly Source[]; onChange: (id: string) => void }) => (
  <ul class="source-lines">
    {parts.map((part) => (
      <li key={part.id}>
        <Icon name="list" />
        <div>
          <bdi>{part.name || t('addmany.source_pasted')}</bdi>
          <span class="muted">{columnsText(part)}</span>
          {part.list?.choice && (
            <Button
              look="quiet"
              label={t('popup.change')}
              aria-label={`${t('popup.change')} · ${part.name || t('addmany.source_pasted')}`}
              onClick={() => onChange(part.id)}
            />
          )}
        </div>
      </li>
    ))}
  </ul>
);
