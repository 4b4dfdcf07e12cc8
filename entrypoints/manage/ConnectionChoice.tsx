import type { ComponentChildren } from 'preact';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';

interface ConnectionChoiceProps {
  list: readonly ConnectionAddress[];
  label: string;
  value: string;
  onChange: (id: string) => void;
  tabIndex?: number;
  children?: ComponentChildren;
}

export function ConnectionChoice({ list, label, value, onChange, tabIndex, children }: ConnectionChoiceProps) {
  const names = distinctNames(list);
  return (
    <select
      dir="auto"
      tabIndex={tabIndex}
      aria-label={label}
      title={names.get(value)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {children}
      {list.map(({ id }) => (
        <option key={id} value={id} selected={id === value}>
          {names.get(id)}
        </option>
      ))}
    </select>
  );
}
