import type { ComponentChildren } from 'preact';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { reportedAudit } from '@/lib/audit/report.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { dayText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { useFocusWithin } from '../focus.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { EmptyState } from '../list/EmptyState.tsx';
import { usePage } from '../usePage.ts';
import { CheckTracking } from './CheckTracking.tsx';
import { HostNames } from './HostNames.tsx';
import { ReportView } from './ReportView.tsx';
import { useRepeat } from './useRepeat.ts';
import { useReport } from './useReport.ts';
import './audit.css';

type RepeatNoteProps = ReturnType<typeof useRepeat> & { repeat: AuditRepeat };

/** Says when an audit is repeated next and which sites it will skip (`lost`), or that the repeats have stopped. */
function RepeatNote({ repeat, lost, onStop, onAgain }: RepeatNoteProps) {
  const { every, next, sites, stopped } = repeat;
  const values = { count: numberText(sites.length - lost.length), date: dayText(next, 'long') };
  const text = t(every === 'week' ? 'audit.repeats_week' : 'audit.repeats_month', values);
  const lacks = stopped || lost.length > 0;
  return (
    <div class={`note repeat ${lacks ? 'warn' : ''}`} role="status">
      <Icon name={lacks ? 'warning' : 'refresh'} />
      <div>
        <p>{stopped ? t('audit.repeat_stopped') : text}</p>
        {!stopped && lost.length > 0 && (
          <p>
            {t('audit.repeat_lost', { count: numberText(lost.length) })} <br />
            <HostNames hosts={lost} />
          </p>
        )}
      </div>
      <div class="row">
        {lacks && <Button label={t('audit.repeat_again')} onClick={onAgain} />}
        <Button look="quiet" label={t(stopped ? 'manage.dismiss' : 'audit.repeat_stop')} onClick={onStop} />
      </div>
    </div>
  );
}

/** Shows the report of the last audit or, while it is being read, the previous one. */
function LastReport({ last, children }: { last: Job; children: ComponentChildren }) {
  const report = useReport(last);
  return report ? <ReportView report={report}>{children}</ReportView> : <p class="muted">{t('manage.loading')}</p>;
}

export function AuditTab({ account }: { account: string }) {
  const { start, say } = usePage();
  const { jobs, now, rateLimitOf } = useJobs('tracking');
  const { repeat, ...repeating } = useRepeat(account, say);
  // When the focused control is removed, an element that is not a button gets the focus: a held key would press a
  // button.
  const view = useFocusWithin<HTMLDivElement>('[tabindex]');
  if (!jobs) return <p class="muted">{t('manage.loading')}</p>;
  const open = jobs.filter(({ ended }) => !ended);
  const ended = jobs.filter((job) => job.ended && job.account === account);
  // Whether the result of an ended audit is still being merged with the previous report.
  const isClosing = ended.some(({ holdsAccess }) => holdsAccess);
  const last = reportedAudit(jobs.toReversed(), account);
  const connection = start.connection?.id ?? '';
  const sources = { account, connection, selected: [], onStarted: () => undefined };
  return (
    <div ref={view} class="audit" tabIndex={-1}>
      {repeat && <RepeatNote {...repeating} repeat={repeat} />}
      <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} />
      {!open.length && !isClosing && !last && (
        <EmptyState icon="search" title={t('audit.empty_title')} hint={t('audit.empty_hint')}>
          <CheckTracking {...sources} label={t('audit.check_all')} look="primary" />
        </EmptyState>
      )}
      {isClosing && !last && <p class="muted">{t('manage.loading')}</p>}
      {last && (
        // The audit is not the `key`, so that the person keeps their place after single sites were checked again.
        <LastReport last={last}>
          {!open.length && <CheckTracking {...sources} label={t('audit.check_all')} />}
        </LastReport>
      )}
    </div>
  );
}
