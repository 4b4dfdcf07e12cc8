import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TraitsProvider } from '@/components/useTraits.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { listKindOf, type TabName } from '@/lib/websites/query.ts';
import { pages } from '../pages.ts';
import { ProjectsTab } from '../projects/ProjectsTab.tsx';
import type { Group, TabProps } from '../tab.ts';
import { useAllWebsites } from '../websites/useAllWebsites.ts';
import { WebsitesTab } from '../websites/WebsitesTab.tsx';
import { EmptyState } from './EmptyState.tsx';
import { useListsRead } from './useListsRead.ts';

/** Loaded on demand. */
function Tracking(props: TabProps) {
  const [loaded, setLoaded] = useState<{ AuditTab: ComponentType<TabProps> }>();
  useEffect(() => {
    void import('../audit/AuditTab.tsx').then(setLoaded);
  }, []);
  return loaded ? <loaded.AuditTab {...props} /> : <p class="muted">{t('manage.loading')}</p>;
}

const lists: Record<Exclude<TabName, 'add'>, ComponentType<TabProps>> = {
  websites: WebsitesTab,
  projects: ProjectsTab,
  tracking: Tracking,
};

/** Shown if the service of a tab is not connected. */
export function Unconnected({ connection }: { connection: ConnectionAddress | undefined }) {
  const [title, hint, label] = connection
    ? [t('manage.no_seo'), t('manage.no_seo_hint'), t('popup.open_settings')]
    : [t('popup.not_set_up'), t('popup.not_set_up_hint'), t('popup.set_up')];
  return (
    <EmptyState icon={connection ? 'chart' : 'gear'} title={title} hint={hint}>
      <button type="button" class="button primary" onClick={pages.settings}>
        {label}
      </button>
    </EmptyState>
  );
}

interface ConnectionTabProps extends Pick<TabProps, 'route' | 'start' | 'drafts' | 'say'> {
  tab: TabName;
  group?: Group;
}

/** A tab's list for one connection. Stays mounted, with what was read, while other tabs are shown. */
export function ConnectionTab({ tab, ...props }: ConnectionTabProps) {
  const { connection } = props.start;
  const listsRead = useListsRead(connection);
  const all = useAllWebsites(connection?.account);
  if (tab === 'add') return null;
  const at = serviceWith(listKindOf(tab), connection);
  if (!at) return <Unconnected connection={connection} />;
  const List = lists[tab];
  return (
    <TraitsProvider value={traitsOf(connection?.kind)}>
      {/* Remounted for another account, because the selection and open sheets belong to the previous one. */}
      <List key={`${tab} ${at.account}`} {...props} serviceUrl={at.url} account={at.account} {...listsRead} all={all} />
    </TraitsProvider>
  );
}
