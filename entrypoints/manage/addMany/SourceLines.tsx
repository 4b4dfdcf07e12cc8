import { Icon } from '@/components/Icon.tsx';
import { comma, plural, t } from '@/lib/text/i18n.ts';
import type { SourceRead } from './useSources.ts';

const maxNames = 20;
/** Joins names by commas. Shows only the first `maxNames`, with an ellipsis if there are more. */
const namesText = (names: readonly string[]) =>
  names
    .slice(0, maxNames)
    .concat(names.length > maxNames ? '…' : [])
    .join(comma());

const columnsText = ({ use, count = 0 }: SourceRead) => {
  const { used = [], unused = [] } = use ?? {};
  const texts = [
    used.length ? t('addmany.columns_used', { names: namesText(used) }) : '',
    unused.length ? t('addmany.columns_unused', { names: namesText(unused) }) : '',
  ].filter(Boolean);
  return texts.join(' · ') || plural('addmany.source_lines', count);
};

interface SourceLinesProps {
  parts: readonly SourceRead[];
  /** Goes back to the first step, to the choice of the columns of the table with this source id. */
  onChange: (id: string) => void;
}

/** Lists the sources of the entries, and the columns that were read from each. */
export const SourceLines = ({ parts, onChange }: SourceLinesProps) => (
  <ul class="source-lines">
    {parts.map((part) => (
      <li key={part.id}>
        <Icon name="list" />
        <div>
          <bdi>{part.name || t('addmany.source_pasted')}</bdi>
          <span class="muted">{columnsText(part)}</span>
          {part.table && (
            <button
              type="button"
              class="button quiet"
              aria-label={`${t('popup.change')} · ${part.name || t('addmany.source_pasted')}`}
              onClick={() => onChange(part.id)}
            >
              {t('popup.change')}
            </button>
          )}
        </div>
      </li>
    ))}
  </ul>
);
