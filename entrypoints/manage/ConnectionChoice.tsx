import { namesOf } from '@/lib/connections/names.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  list: readonly ConnectionAddress[];
  /** The id of the one that is shown. */
  value: string;
  onChange: (id: string) => void;
}

/** Which of several connections the page shows. */
export function ConnectionChoice({ list, value, onChange }: Props) {
  const names = namesOf(list);
  return (
    <select
      class="connection"
      dir="auto"
      aria-label={t('options.connection')}
      title={names.get(value)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {list.map(({ id }) => (
        <option key={id} value={id} selected={id === value}>
          {names.get(id)}
        </option>
      ))}
    </select>
  );
}
