import { useId, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import type { Folder } from './browserSources.ts';
import type { useCopy } from './useCopy.ts';

interface FoldersProps {
  folders: readonly Folder[];
  onTake: (id: string) => void;
}

/** Asks for a folder of bookmarks. */
export function Folders({ folders, onTake }: FoldersProps) {
  const id = useId();
  const [chosen, setChosen] = useState(folders[0]?.id ?? '');
  return (
    <div class="row folders">
      <div class="field">
        <label for={id}>{t('addmany.bookmark_folder')}</label>
        <select id={id} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {folders.map((folder) => (
            <option key={folder.id} value={folder.id}>
              {`${'\u2003'.repeat(folder.depth)}${folder.title || t('addmany.all_bookmarks')} (${plural('addmany.source_lines', folder.entries.length)})`}
            </option>
          ))}
        </select>
      </div>
      <button type="button" class="button" disabled={!chosen} onClick={() => onTake(chosen)}>
        {t('addmany.take_folder')}
      </button>
    </div>
  );
}

type CopyFromProps = NonNullable<ReturnType<typeof useCopy>['from']>;

/** Asks which connection to copy websites from. */
export function CopyFrom({ list, chosen, onChoose, read, problem, onCopy, onStop }: CopyFromProps) {
  const isReading = read !== undefined;
  return (
    <div class="stack">
      <div class="row folders">
        <div class="field">
          <span class="label" aria-hidden="true">
            {t('addmany.copy_from')}
          </span>
          <ConnectionChoice list={list} label={t('addmany.copy_from')} value={chosen} onChange={onChoose} />
        </div>
        {!isReading && <Button label={t('addmany.copy')} onClick={onCopy} />}
        <span class={problem ? 'error' : 'hint'} role="status">
          {problem ? problemText(problem) : isReading && t('manage.read_some', { count: numberText(read) })}
        </span>
        {isReading && <Button look="quiet" label={t('manage.stop')} onClick={onStop} />}
      </div>
      <p class="hint">{t('addmany.copy_hint')}</p>
    </div>
  );
}
