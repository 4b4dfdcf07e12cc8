import { type Connections, connectionWith } from '@/lib/storage/settings.ts';
import type { ConnectionStart } from './load.ts';
import { useConnection } from './useConnection.ts';
import { useFound } from './useFound.ts';
import { type Common, useDefaults, useOwn, usePages } from './usePreferences.ts';

export interface OneConnectionProps {
  start: ConnectionStart;
  all: Connections;
  common: Common;
}

/** One connection's form and settings. A single connection has settings of its own only if it got them beside others. */
export function useOneConnection({ start, all, common }: OneConnectionProps, isSeveral: boolean) {
  const { id } = start;
  const connection = connectionWith(all, id);
  const [own, changeOwn] = useOwn(connection ?? { id });
  const owned = { id, own, changeOwn };
  const newSites = useDefaults(common, isSeveral || own.defaults ? owned : undefined);
  const finding = useFound(start);
  const { found } = finding;
  const kind = connection?.kind ?? (typeof found === 'object' ? found.kind : undefined);
  const pages = usePages(common, kind, isSeveral || own.templates ? owned : undefined);
  const { view, actions, headers } = useConnection(start, pages.value.accountUrl, finding);
  return { id, connection, own, changeOwn, newSites, pages, form: { ...view, ...actions }, headers };
}
