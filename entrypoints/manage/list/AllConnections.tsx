import { useCallback, useMemo, useState } from 'preact/hooks';
import { TraitsProvider } from '@/components/useTraits.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { sharedTraits } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import type { Group, Selected, TabProps } from '../tab.ts';
import { ConnectionNameProvider } from '../useConnections.ts';
import { useOwnPage } from '../useRoute.ts';
import { Bulk } from '../websites/Bulk.tsx';
import { ConnectionTab, Unconnected } from './ConnectionTab.tsx';
import { focusFirst } from './focus.ts';
import { Toolbar } from './Toolbar.tsx';

interface PartProps extends Pick<TabProps, 'route' | 'start' | 'drafts' | 'say'> {
  kind: RecordKind;
  connection: ConnectionAddress;
  account: string;
  name: string;
  onSelected: Group['onSelected'];
}

/** The list of one connection, read and paged on its own. */
function Part({ kind, connection, account, name, onSelected, ...props }: PartProps) {
  const { id } = connection;
  const start = useMemo(() => props.start.of(id), [props.start, id]);
  const route = useOwnPage(props.route, id);
  const group = useMemo(() => ({ name, onSelected }), [name, onSelected]);
  return (
    <section class="connection" aria-label={name} data-account={account}>
      <ConnectionNameProvider value={name}>
        <ConnectionTab tab={kind} start={start} route={route} drafts={props.drafts} say={props.say} group={group} />
      </ConnectionNameProvider>
    </section>
  );
}

interface AllConnectionsProps extends Pick<TabProps, 'route' | 'start' | 'drafts' | 'say'> {
  kind: RecordKind;
}

/** The lists of all connections, one below the other: each service searches, sorts and fails on its own. */
export function AllConnections({ kind, ...props }: AllConnectionsProps) {
  const { list } = props.start.connections;
  const names = useMemo(() => distinctNames(list), [list]);
  const parts = list.flatMap((connection) => {
    const at = serviceWith(kind, connection);
    return at ? [{ connection, account: at.account }] : [];
  });
  const [selections, setSelections] = useState<ReadonlyMap<string, Selected>>(new Map());
  const onSelected = useCallback(
    (selected: Selected) => setSelections((before) => new Map([...before, [selected.account, selected]])),
    [],
  );
  const selected = useMemo(() => list.flatMap(({ account }) => selections.get(account) ?? []), [list, selections]);
  const chosen = list.filter(({ account }) => selections.get(account)?.websites.length);
  if (!parts.length) return <Unconnected connection={list[0]} />;
  return (
    <>
      <TraitsProvider value={sharedTraits(list)}>
        <Toolbar kind={kind} route={props.route} onIntoTable={focusFirst} />
        <p class="hint each">{t('manage.each_lists')}</p>
      </TraitsProvider>
      <TraitsProvider value={sharedTraits(chosen)}>
        {kind === 'websites' && <Bulk selected={selected} />}
      </TraitsProvider>
      {parts.map(({ connection, account }) => (
        <Part
          key={connection.id}
          kind={kind}
          connection={connection}
          account={account}
          name={names.get(connection.id) ?? ''}
          onSelected={onSelected}
          {...props}
        />
      ))}
    </>
  );
}
