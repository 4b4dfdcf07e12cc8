import { worstFirst } from '@/lib/audit/look.ts';
import type { Counts } from '@/lib/records/view.ts';
import { t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import type { TrackingFilter as Filter } from '@/lib/websites/query.ts';
import { countText } from '../list/Count.tsx';
import { Select } from '../list/Select.tsx';

interface TrackingFilterProps {
  counts: Counts['tracking'];
  /** Whether there may be more. */
  isOpen: boolean;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Filters the websites by the result of the last check. Renders nothing if none was checked. */
export function TrackingFilter({ counts, isOpen, filter, onChange }: TrackingFilterProps) {
  const found = [...worstFirst, 'unchecked' as const].filter((state) => counts.get(state) || state === filter);
  if (filter === 'all' && found.every((state) => state === 'unchecked')) return null;
  const text = (state: (typeof found)[number]) =>
    state === 'unchecked' ? t('manage.not_checked') : siteStateText(state);
  return (
    <div class="linked">
      <Select
        label={t('audit.tab')}
        value={filter}
        options={[
          { value: 'all', label: t('manage.any') },
          ...found.map((state) => ({
            value: state,
            label: `${text(state)} (${countText(counts.get(state) ?? 0, isOpen)})`,
          })),
        ]}
        onChange={onChange}
      />
    </div>
  );
}
