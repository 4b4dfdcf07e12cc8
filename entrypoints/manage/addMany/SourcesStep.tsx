import { useId, useState } from 'preact/hooks';
import { fileText } from '@/lib/addMany/fileText.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { Button } from '../Button.tsx';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { ReadStatus } from '../list/ReadStatus.tsx';
import { allow, bookmarkFolders, type Folder, tabEntries } from './browserSources.ts';
import { SourcesForm, type SourcesFormProps } from './SourcesForm.tsx';
import { useCopy } from './useCopy.ts';

interface FoldersProps {
  folders: readonly Folder[];
  onTake: (id: string) => void;
}

/** The choice of a bookmarks folder. */
function Folders({ folders, onTake }: FoldersProps) {
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

/** The choice of the connection whose websites to copy. */
function CopyFrom({ list, chosen, onChoose, reading, problem, onCopy, onStop }: CopyFromProps) {
  return (
    <div class="stack">
      <div class="row folders">
        <div class="field">
          <span class="label" aria-hidden="true">
            {t('addmany.copy_from')}
          </span>
          <ConnectionChoice list={list} label={t('addmany.copy_from')} value={chosen} onChange={onChoose} />
        </div>
        {!reading && <Button label={t('addmany.copy')} onClick={onCopy} />}
        <ReadStatus
          text={reading ? t('manage.read_some', { count: numberText(reading.read) }) : ''}
          problem={problem}
          busy={!!reading}
          label=""
          onRead={undefined}
          onStop={onStop}
        />
      </div>
      <p class="hint">{t('addmany.copy_hint')}</p>
    </div>
  );
}

interface SourcesStepProps extends Pick<SourcesFormProps, 'sources' | 'choice' | 'onChoice' | 'onCheck' | 'wish'> {
  /** The id of the current connection. */
  connection: string;
}

/** The first step, with access to files, tabs and bookmarks. */
export function SourcesStep({ connection, ...form }: SourcesStepProps) {
  const { sources } = form;
  const { setProblem } = sources;
  const [folders, setFolders] = useState<Folder[]>();

  const copy = useCopy(connection, sources.add, setProblem);

  const takeFiles = (files: readonly File[]) => {
    setProblem('');
    return sources.during(async () => {
      for (const file of files) {
        const read = await fileText(file);
        if ('text' in read) await sources.addText(file.name, read.text);
        else setProblem(t(read.failed === 'large' ? 'addmany.file_large' : 'addmany.file_failed'));
      }
    });
  };
  const takeTabs = async (where: 'window' | 'all') => {
    setProblem('');
    if (!(await allow('tabs'))) return setProblem(t('addmany.permission_denied'));
    const entries = await tabEntries(where);
    if (!entries.length) return setProblem(t('addmany.no_tabs'));
    sources.add(t(where === 'all' ? 'addmany.all_tabs' : 'addmany.window_tabs'), entries);
  };
  const openBookmarks = async () => {
    setProblem('');
    if (!(await allow('bookmarks'))) return setProblem(t('addmany.permission_denied'));
    const found = await bookmarkFolders();
    if (!found.length) return setProblem(t('addmany.no_bookmarks'));
    setFolders(found);
  };
  const takeFolder = (id: string) => {
    const folder = folders?.find((one) => one.id === id);
    if (folder) sources.add(folder.title || t('addmany.all_bookmarks'), folder.entries);
    setFolders(undefined);
  };
  return (
    <SourcesForm
      {...form}
      onFiles={(files) => void takeFiles(files)}
      onTabs={(where) => void takeTabs(where)}
      onBookmarks={() => void openBookmarks()}
      onCopy={copy.open}
    >
      {copy.from && <CopyFrom {...copy.from} />}
      {folders && <Folders folders={folders} onTake={takeFolder} />}
    </SourcesForm>
  );
}
