import { useLayoutEffect, useRef } from 'preact/hooks';
import { earlierOf, percentOf } from '@/lib/jobs/ended.ts';
import { isJobActive } from '@/lib/jobs/state.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { numberText, percentText, t } from '@/lib/text/i18n.ts';
import { setTitle } from '../title.ts';
import { type CardProps, JobCard } from './JobCard.tsx';
import { type Announcement, announcement } from './jobTexts.ts';

/** Shows jobs, and announces when one begins, pauses or ends. Earlier jobs are collapsed, to keep the list visible. */
export function Jobs({ jobs, ...rest }: Omit<CardProps, 'job'> & { jobs: readonly Job[] }) {
  const announced = useRef<Announcement>(undefined);
  announced.current = announcement(jobs, announced.current);
  const active = jobs.find(isJobActive);
  const percent = active ? percentText(percentOf(active)) : '';
  // Changes the title, which the browser shows on the tab, at the same moment as the page.
  useLayoutEffect(() => {
    setTitle({ percent });
    return () => setTitle({ percent: '' });
  }, [percent]);
  // An audit that has ended has no card, because its report shows the result.
  const cards = jobs.filter(({ kind, ended }) => kind !== 'audit' || !ended);
  const earlier = earlierOf(cards);
  const shown = (some: readonly Job[]) => some.map((job) => <JobCard key={job.id} job={job} {...rest} />);
  return (
    <>
      <p role="status" class="visually-hidden">
        {announced.current.text}
      </p>
      {shown(cards.filter((job) => !earlier.includes(job)))}
      {earlier.length > 0 && (
        <details class="earlier-jobs">
          <summary>
            {t('manage.earlier_jobs')} <span class="count">{numberText(earlier.length)}</span>
          </summary>
          {shown(earlier)}
        </details>
      )}
    </>
  );
}
