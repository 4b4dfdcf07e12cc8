import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { hostOfConnection } from '@/lib/connections/name.ts';
import type { ServiceStatus } from '@/lib/messages/commands.ts';
import { type Connections, connectionWith } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { storedText } from './connectionTexts.ts';

/** One connection as a line of the list. */
export interface ConnectionLine {
  id: string;
  name: string;
  /** The host of its analytics service, unless that is its name. */
  host?: string;
  /** The status of its key. */
  state: string;
  isMissing: boolean;
}

/** The id of a connection's line in the page. */
export const lineId = (id: string) => `connection-${id}`;

/** A line for each connection, including those that are not stored yet. */
export const connectionLines = (
  all: Connections,
  ids: readonly string[],
  statuses: Readonly<Record<string, ServiceStatus>>,
): ConnectionLine[] => {
  const names = distinctNames(all.list);
  return ids.map((id) => {
    const one = connectionWith(all, id);
    if (!one) return { id, name: t('options.new_connection'), state: t('options.not_saved_yet'), isMissing: true };
    const status = statuses[id];
    const isMissing = status !== undefined && status.key !== 'stored' && status.key !== 'session';
    const [name = '', host] = [names.get(id), hostOfConnection(one)];
    const state = status === undefined ? '' : isMissing ? t('options.no_key') : storedText(status);
    return { id, name, ...(host === name ? {} : { host }), state, isMissing };
  });
};
