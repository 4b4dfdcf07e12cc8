import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { later } from '../later.tsx';
import type { PageStatus } from '../tracking/look.ts';
import { unicodeOf } from '../unicode.ts';
import { useFocus } from './useFocus.ts';
import type { PopupSite } from './view.ts';
import { registrationOf } from './words.ts';

const ProblemText = later((views) => views.ProblemText);
const OutcomeText = later((views) => views.OutcomeText);

interface StatusProps {
  site: PopupSite;
  tracking: PageStatus | undefined;
  onUndo: () => void;
}

/** The line below a site's name. It shows the outcome of the last action or, without one, the site's status. */
export function Status({ site, tracking, onUndo }: StatusProps) {
  const { outcome, host } = site;
  const problem = site.isUnknown && site.check.state !== 'checking' ? site.problem : undefined;
  const [icon, text, tone]: readonly [IconName, ComponentChildren, string] = problem
    ? ['warning', <ProblemText key="" problem={problem} domain={unicodeOf(host)} />, 'warn']
    : (tracking?.words ?? registrationOf(site));
  const { at, turn } = site.focus;
  const said = useFocus<HTMLParagraphElement>(at === 'status', turn);
  const isWarning = outcome?.is === 'reconnected';
  return (
    <div class="status-line">
      <p class={`site-status ${tone}`} aria-live="polite" hidden={!!outcome && !problem}>
        <Icon name={icon} />
        <span>{text}</span>
      </p>
      <p role="status" class={isWarning ? 'warn' : 'good'} tabIndex={-1} ref={said}>
        {outcome && <Icon name={isWarning ? 'warning' : 'check'} />}
        {outcome && <OutcomeText outcome={outcome} host={host} />}
      </p>
      {site.canUndo && (
        <button type="button" class="link" onClick={onUndo}>
          {t('popup.undo')}
        </button>
      )}
    </div>
  );
}
