import { numberText } from '@/lib/text/i18n.ts';

export interface Filter<K extends string> {
  key: K;
  text: string;
  count: number;
}

interface FiltersProps<K extends string> {
  label: string;
  filters: readonly Filter<K>[];
  value: K;
  onChange: (key: K) => void;
}

/** Filter buttons with counts. Filters without a row are hidden. */
export function Filters<K extends string>({ label, filters, value, onChange }: FiltersProps<K>) {
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{label}</legend>
      {filters
        .filter(({ key, count }, index) => index === 0 || count > 0 || key === value)
        .map(({ key, text, count }) => (
          <button key={key} type="button" class="chip" aria-pressed={key === value} onClick={() => onChange(key)}>
            {text} <span class="count">{numberText(count)}</span>
          </button>
        ))}
    </fieldset>
  );
}
