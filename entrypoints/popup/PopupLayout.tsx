import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { t } from '@/lib/text/i18n.ts';

/** The line under a site's name: whether it is registered. */
export interface SiteStatus {
  icon: IconName;
  text: string;
  tone: 'good' | 'warn' | 'muted';
}

interface Props {
  host?: string;
  unicode?: string;
  siteStatus?: SiteStatus;
  onSettings: () => void;
  onManage: () => void;
  children: ComponentChildren;
}

/** The popup's frame: the site's name and status, and the buttons to the other pages. */
export function PopupLayout({ host, unicode, siteStatus, onSettings, onManage, children }: Props) {
  return (
    <>
      <header class="site">
        <div class="name">
          <h1>{host ? <SiteName host={host} unicode={unicode} /> : t('popup.title')}</h1>
          {siteStatus && (
            <p class={`site-status ${siteStatus.tone}`}>
              <Icon name={siteStatus.icon} />
              {siteStatus.text}
            </p>
          )}
        </div>
        <nav class="pages">
          <button type="button" class="icon-button" title={t('popup.manage_sites')} onClick={onManage}>
            <Icon name="list" />
            <span class="visually-hidden">{t('popup.manage_sites')}</span>
          </button>
          <button type="button" class="icon-button" title={t('popup.open_settings')} onClick={onSettings}>
            <Icon name="gear" />
            <span class="visually-hidden">{t('popup.open_settings')}</span>
          </button>
        </nav>
      </header>
      <main class="stack">{children}</main>
    </>
  );
}
