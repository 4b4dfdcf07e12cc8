import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { TabName } from '@/lib/websites/query.ts';
import { Tabs } from './Tabs.tsx';

interface Props {
  tab: TabName;
  onTab: (tab: TabName) => void;
  onSettings: () => void;
  /** The service whose records these are. */
  service: string | undefined;
}

/** The page's name, its tabs, and whose records these are. */
export function Header({ tab, onTab, onSettings, service }: Props) {
  return (
    <header class="page">
      <h1>
        <img src="/icons/48.png" alt="" width="24" height="24" />
        {t('extension.name')}
      </h1>
      <Tabs current={tab} onChange={onTab} />
      <div class="service">
        {service && <bdi class="hint">{service}</bdi>}
        <button type="button" class="button quiet" onClick={onSettings}>
          <Icon name="gear" />
          <span>{t('popup.open_settings')}</span>
        </button>
      </div>
    </header>
  );
}
