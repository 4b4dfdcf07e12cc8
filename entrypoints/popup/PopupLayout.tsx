import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { t } from '@/lib/text/i18n.ts';
import { later } from './later.tsx';
import { unicodeOf } from './unicode.ts';

const JobStrip = later((views) => views.JobStrip);

interface PopupLayoutProps {
  host?: string | undefined;
  /** Beside the name and under it: its choice, and how the site stands. */
  about?: ComponentChildren;
  onSettings: () => void;
  onManage: (query: string) => void;
  /** A bulk job was open when the popup was: its strip has its room from the first paint on. */
  hasJob: boolean;
  children: ComponentChildren;
}

/** The popup's frame: the site's name and how it stands, and the buttons to the other pages. */
export function PopupLayout({ host, about, onSettings, onManage, hasJob, children }: PopupLayoutProps) {
  return (
    <>
      <header class="site">
        <h1>{host ? <SiteName host={host} unicode={unicodeOf(host)} /> : t('popup.title')}</h1>
        {about}
        <nav class="pages">
          <button type="button" class="icon-button" title={t('popup.manage_sites')} onClick={() => onManage('')}>
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
      <footer class={hasJob ? 'job-place' : undefined}>
        <JobStrip onOpen={onManage} />
      </footer>
    </>
  );
}
