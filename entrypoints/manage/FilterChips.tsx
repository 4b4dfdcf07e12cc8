import type { ComponentChildren } from 'preact';
import { countText } from './list/Count.tsx';

interface FilterChipsProps<V extends string> {
  label: string;
  chips: readonly { value: V; text: string; count: number; sign?: ComponentChildren }[];
  value: V;
  /** Whether there may be more rows than were counted. */
  isOpen?: boolean;
  onChange: (value: V | 'all') => void;
}

/**
 * Shows how many rows of each kind there are. Pressing a kind shows only its rows; pressing it again shows all rows.
 */
export function FilterChips<V extends string>({ label, chips, value, isOpen = false, onChange }: FilterChipsProps<V>) {
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{label}</legend>
      {chips.map(({ value: own, text, count, sign }) => (
        <button
          key={own}
          type="button"
          class={`part ${own} ${count ? '' : 'none'}`}
          aria-pressed={own === value}
          onClick={() => onChange(own === value ? 'all' : own)}
        >
          {sign}
          {text} <b>{countText(count, isOpen)}</b>
        </button>
      ))}
    </fieldset>
  );
}
