import { distinctNames } from '@/lib/connections/distinctNames.ts';
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

/** Where the selected sites go. */
export function MoveTicked({ list, idOf, onMove, hosts }: Going & { hosts: readonly string[] }) {
  const names = distinctNames(list);
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
