import { namesOf } from '@/lib/connections/names.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Select } from '../list/Select.tsx';

/** Where sites go, of several connections. */
export interface Going {
  list: readonly ConnectionAddress[];
  /** The id of the connection that a host goes to. */
  idOf: (host: string) => string;
  /** `id`: empty for where the rules say. */
  onMove: (hosts: readonly string[], id: string) => void;
}

interface GoesToProps {
  list: Going['list'];
  label: string;
  value: string;
  onChange: (id: string) => void;
}

/** Where one site goes. */
export function GoesTo({ list, label, value, onChange }: GoesToProps) {
  const names = namesOf(list);
  return (
    <select
      dir="auto"
      aria-label={label}
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

/** Where the selected sites go. */
export function MoveTicked({ list, idOf, onMove, hosts }: Going & { hosts: readonly string[] }) {
  const names = namesOf(list);
  const [first, ...others] = new Set(hosts.map(idOf));
  return (
    <Select
      label={t('addmany.ticked_go_to')}
      value={others.length ? '' : (first ?? '')}
      options={[
        { value: '', label: t('addmany.by_rules') },
        ...list.map(({ id }) => ({ value: id, label: names.get(id) ?? '' })),
      ]}
      onChange={(id) => onMove(hosts, id)}
    />
  );
}
