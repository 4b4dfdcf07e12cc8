import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';
import { CheckDialog } from './CheckDialog.tsx';
import { isPrivate, useStartAudit } from './useStartAudit.ts';

interface CheckTrackingProps {
  serviceUrl: string;
  account: string;
  selected: readonly Website[];
  page: readonly Website[];
  /** The audit runs. */
  onStarted: () => void;
  label: string;
  look?: 'primary' | 'quiet';
}

/** The button that checks whether sites carry the tracking code, and its dialog. Not in private windows. */
export function CheckTracking({ serviceUrl, label, look, ...sources }: CheckTrackingProps) {
  const check = useStartAudit(sources);
  const { jobs = [] } = useJobs('audits');
  if (isPrivate()) return null;
  return (
    <>
      <button type="button" class={`button check-tracking ${look ?? ''}`} onClick={() => check.open()}>
        <Icon name="search" />
        {label}
      </button>
      {check.scope && (
        <CheckDialog
          check={check}
          isUnderWay={jobs.some(({ ended }) => !ended)}
          onSettings={pages.settings}
          onAccess={() => void pages.access(serviceUrl)}
        />
      )}
    </>
  );
}
