import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { useRead } from '@/components/useWatched.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { listKindOf } from '@/lib/websites/query.ts';
import { pages } from '../pages.ts';
import { ProjectsTab } from '../projects/ProjectsTab.tsx';
import type { ListTabProps, ServiceTabProps, TabProps } from '../tab.ts';
import { ShownConnectionProvider } from '../useConnections.ts';
import { partsOf } from '../useStart.ts';
import { WebsitesTab } from '../websites/WebsitesTab.tsx';
import { EmptyState } from './EmptyState.tsx';

function Tracking(props: ServiceTabProps) {
  const loaded = useRead(() => import('../audit/AuditTab.tsx'), []);
  return loaded ? <loaded.AuditTab {...props} /> : <p class="muted">{t('manage.loading')}</p>;
}

function Unconnected({ connection }: { connection: ConnectionAddress | undefined }) {
  const [title, hint, label] = connection
    ? [t('manage.no_seo'), t('manage.no_seo_hint'), t('popup.open_settings')]
    : [t('popup.not_set_up'), t('popup.not_set_up_hint'), t('popup.set_up')];
  return (
    <EmptyState icon={connection ? 'chart' : 'gear'} title={title} hint={hint}>
      <Button look="primary" label={label} onClick={pages.settings} />
    </EmptyState>
  );
}

export function TrackingTab(props: TabProps) {
  const { connection } = props.start;
  const at = serviceWith('websites', connection);
  if (!at) return <Unconnected connection={connection} />;
  return (
    <ShownConnectionProvider value={{ serviceUrl: at.url }}>
      <Tracking key={at.account} {...props} serviceUrl={at.url} account={at.account} />
    </ShownConnectionProvider>
  );
}

const tabs: Record<ListName, ComponentType<ListTabProps>> = { websites: WebsitesTab, projects: ProjectsTab };

export function ListTab(props: TabProps) {
  const { start, route } = props;
  const { connection, isEvery } = start;
  const kind = listKindOf(route.query.tab);
  const parts = useMemo(() => partsOf(kind, start), [kind, start]);
  const [only] = parts;
  if (!only) return <Unconnected connection={connection} />;
  const Tab = tabs[kind];
  // For another account, the tab is mounted again, because the selection and open sheets belong to the previous one.
  return <Tab key={`${kind} ${isEvery ? '' : only.service.account}`} {...props} parts={parts} />;
}
