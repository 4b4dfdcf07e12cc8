import { Icon } from '@/components/Icon.tsx';
import type { Check } from '@/lib/audit/report.ts';
import { momentText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { stateIcons } from '../audit/stateLooks.ts';

/** The result of the last check of a website; empty if it was never checked. */
export function TrackingCell({ id, check }: { id: string; check: Check | undefined }) {
  if (!check) return <td class="tracking" />;
  const { state, at } = check;
  const text = siteStateText(state);
  const since = at ? t('audit.checked', { date: momentText(at) }) : '';
  return (
    <td class="tracking" id={id} title={[text, since].filter(Boolean).join(' · ')}>
      <span class={`checked ${state}`}>
        <Icon name={stateIcons[state]} />
        <span>{text}</span>
      </span>
    </td>
  );
}
