import { useId } from 'preact/hooks';
import { Switch } from '@/components/Switch.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { OwnVisits as Own } from '@/lib/tracking/visits.ts';
import { unicodeOf } from '../unicode.ts';

interface OwnVisitsProps {
  /**
   * Whether the person's own visits are counted, left out, or cannot be left out (`blocked`). Undefined if that is
   * unknown.
   */
  own: Own | undefined;
  host: string;
  isPrivate: boolean;
  onSwitch: () => void;
}

/** Shows a switch that leaves the person's own visits out of the statistics, and says whether they are left out. */
export function OwnVisits({ own, host, isPrivate, onSwitch }: OwnVisitsProps) {
  const id = useId();
  const isOn = own === 'excluded';
  const where = t(isPrivate ? 'visits.mine_private' : 'visits.mine_where', { domain: unicodeOf(host) });
  return (
    <div class="own-visits">
      <span>
        <span id={id}>{t('visits.exclude_mine')}</span>
        <span class="hint" id={`${id}-hint`} aria-live="polite">
          {own === 'blocked' ? t('visits.mine_blocked') : isOn ? `${t('visits.mine_excluded')} ${where}` : where}
        </span>
      </span>
      <Switch isOn={isOn} disabled={own === undefined} label={id} hint={`${id}-hint`} onTurn={onSwitch} />
    </div>
  );
}
