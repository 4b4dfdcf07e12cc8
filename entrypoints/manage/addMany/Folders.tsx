import { useId, useState } from 'preact/hooks';
import { plural, t } from '@/lib/text/i18n.ts';

export interface FolderInfo {
  id: string;
  title: string;
  depth: number;
  count: number;
}

interface Props {
  folders: readonly FolderInfo[];
  onTake: (id: string) => void;
}

/** Which bookmarks folder to take. */
export function Folders({ folders, onTake }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState(folders[0]?.id ?? '');
  return (
    <div class="row folders">
      <div class="field">
        <label for={id}>{t('addmany.bookmark_folder')}</label>
        <select id={id} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {folders.map((folder) => (
            <option key={folder.id} value={folder.id}>
              {`${'\u2003'.repeat(folder.depth)}${folder.title || t('addmany.all_bookmarks')} (${plural('addmany.source_lines', folder.count)})`}
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
