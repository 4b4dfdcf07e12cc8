import type { RegisteredSite } from '@/lib/connections/registered.ts';
import { partsOf } from '@/lib/hosts/search.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { listId, rowId, rowsOf, wantsSite } from './field.ts';
import { openFound, queryOf, siteKey } from './run.ts';
import type { State } from './state.ts';

/** Returns the outcome of the search in words. Empty until the known sites have been read. */
function outcomeOf({ typed, sites, problem, found }: State): string {
  if (problem) return problemText(problem);
  if (!sites) return '';
  if (!found) return t('popup.type_more');
  if (!found.length) return t('popup.nothing_found', { search: typed.trim() });
  return t('popup.found_of', { count: numberText(found.length), total: numberText(sites.length) });
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

interface RowProps {
  site: RegisteredSite;
  typed: string;
  index: number;
  isChosen: boolean;
}

function Row({ site, typed, index, isChosen }: RowProps) {
  const [before, match, after] = partsOf(site.shown, typed);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys open the chosen row
    <div
      id={rowId(index)}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      ref={isChosen ? intoView : undefined}
      onClick={(event) => void openFound(site, wantsSite(event))}
    >
      <span>
        <bdi dir="ltr">
          {before}
          {match && <mark>{match}</mark>}
          {after}
        </bdi>
        {site.at !== undefined && <span class="hint">{site.at}</span>}
      </span>
      <span class="key hint" aria-hidden="true">
        ↵
      </span>
    </div>
  );
}

interface SearchProps {
  state: State;
  onManage: (query: string) => void;
}

export function Search({ state, onManage }: SearchProps) {
  const { typed, found } = state;
  const rows = rowsOf(state);
  const isAll = !found || (rows.length > 0 && rows.length === found.length);
  return (
    <main class="results">
      <h1 class="visually-hidden">{t('popup.search')}</h1>
      <p class="hint" role="status">
        {outcomeOf(state)}
      </p>
      {rows.length > 0 && (
        <div
          class="found"
          id={listId}
          role="listbox"
          aria-label={t('popup.search')}
          // Keeps the focus in the search field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {rows.map((site, index) => (
            <Row
              key={`${site.connection.id} ${site.host}`}
              site={site}
              typed={typed}
              index={index}
              isChosen={index === state.chosen}
            />
          ))}
        </div>
      )}
      {!isAll && (
        <button type="button" class="button" onClick={() => void queryOf(typed).then(onManage)}>
          {t('commands.manage')}
        </button>
      )}
      {rows.length > 0 && (
        <p class="row hint keys" aria-hidden="true">
          <span>
            <span class="key">↵</span> {t('popup.open_statistics')}
          </span>
          <span>
            <span class="key">{siteKey()} ↵</span> {t('popup.open_site')}
          </span>
        </p>
      )}
    </main>
  );
}
