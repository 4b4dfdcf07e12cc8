import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { later } from './later.tsx';

const JobStrip = later((views) => views.JobStrip);

interface PopupLayoutProps {
  search?: ComponentChildren;
  /** The search results, which are shown instead of the view. */
  found?: ComponentChildren;
  /** Called with where the focus is now: on the main button, on another control of the view, or elsewhere. */
  onFocus: (at: 'main' | 'view' | 'else') => void;
  onSettings: () => void;
  onManage: (query: string) => void;
  /** Whether to keep room for the strip of a bulk job from the first paint on. */
  hasJob: boolean;
  children: ComponentChildren;
}

/** Shows the frame around every view of the popup: the bar at the top, and the strip of a bulk job at the bottom. */
export function PopupLayout({ search, found, onFocus, onSettings, onManage, hasJob, children }: PopupLayoutProps) {
  const page = (icon: IconName, name: string, onClick: () => void) => (
    <button type="button" class="icon-button" title={name} aria-label={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  const focus = {
    onFocusIn: ({ target }: FocusEvent) => {
      const isIn = (place: string) => (target as Element).closest(place);
      onFocus(isIn('.primary') ? 'main' : isIn('.stack') ? 'view' : 'else');
    },
  };
  return (
    <>
      <header class="bar" {...focus}>
        {search}
        {page('list', t('commands.manage'), () => onManage(''))}
        {page('gear', t('popup.open_settings'), onSettings)}
      </header>
      {found}
      <main {...focus}>{children}</main>
      <footer class={hasJob ? 'job-place' : undefined}>
        <JobStrip onOpen={onManage} />
      </footer>
    </>
  );
}
