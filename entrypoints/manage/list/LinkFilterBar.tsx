import type { Problem } from '@/lib/services/index.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import type { LinkFilter } from '@/lib/websites/query.ts';
import { ReadStatus } from './ReadStatus.tsx';
import { Select } from './Select.tsx';

export interface Coverage {
  /** How many records of the other list are stored, and the total if that is known. */
  checked: number;
  total?: number | undefined;
  /** Every record of the other list is stored. */
  complete: boolean;
  busy: boolean;
  /** Why the rest could not be read. */
  problem?: Problem | undefined;
}

interface LinkFilterBarProps {
  label: string;
  options: { linked: string; unlinked: string };
  filter: LinkFilter;
  /** The filter covers only this page. */
  isPart: boolean;
  coverage: Coverage;
  onFilter: (filter: LinkFilter) => void;
  /** Reads the rest of the other list. */
  onCheck: () => void;
  onStop: () => void;
}

function coverageText({ checked, total, complete }: Coverage): string {
  const count = numberText(checked);
  if (complete) return t('manage.checked_all', { count });
  if (!checked) return t('manage.checked_none');
  // The cache may hold records deleted elsewhere, so it can count more than there are.
  if (total === undefined || total < checked) return t('manage.checked_some', { count });
  return t('manage.checked_of', { count, total: numberText(total) });
}

/** Filters by whether the other list has a record, and shows how much of that list is known. */
export function LinkFilterBar(props: LinkFilterBarProps) {
  const { label, options, filter, isPart, coverage, onFilter, onCheck, onStop } = props;
  const text = coverageText(coverage);
  return (
    <div class="linked">
      <Select
        label={label}
        value={filter}
        options={[
          { value: 'all', label: t('manage.any') },
          { value: 'linked', label: options.linked },
          { value: 'unlinked', label: options.unlinked },
        ]}
        onChange={onFilter}
      />
      <ReadStatus
        text={isPart && filter !== 'all' ? `${t('manage.on_this_page')} · ${text}` : text}
        problem={coverage.problem}
        busy={coverage.busy}
        label={t('manage.check_all')}
        onRead={coverage.complete ? undefined : onCheck}
        onStop={onStop}
      />
    </div>
  );
}
