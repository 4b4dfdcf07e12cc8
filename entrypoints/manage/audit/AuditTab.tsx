import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { reportedAudit } from '@/lib/audit/report.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { momentText } from '@/lib/text/dates.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import { keepSource } from '../addMany/useSources.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { DeleteManyDialog } from '../list/DeleteDialog.tsx';
import { EmptyState } from '../list/EmptyState.tsx';
import type { ServiceTabProps } from '../tab.ts';
import { useFocusWithin } from '../useFocusWithin.ts';
import { CheckTracking } from './CheckTracking.tsx';
import { HostNames } from './HostNames.tsx';
import { ReportView } from './ReportView.tsx';
import type { ReportRow } from './report.ts';
import { checkAgain } from './siteAccess.ts';
import { useOpenAndLook } from './useOpenAndLook.ts';
import { useRepeat } from './useRepeat.ts';
import { useReport, useReportFiles } from './useReport.ts';
import { isPrivate } from './useStartAudit.ts';
import './audit.css';

interface RepeatNoteProps {
  repeat: AuditRepeat;
  /** The hosts of the repeated audit that Waymark may no longer access, because the person has withdrawn permission. */
  lost: readonly string[];
  onStop: () => void;
  onAgain: () => void;
}

const longDate = (moment: number) => new Date(moment).toLocaleDateString(language(), { dateStyle: 'long' });

/** Says how often and when an audit is repeated, and which sites it leaves out; or that it is no longer repeated. */
function RepeatNote({ repeat, lost, onStop, onAgain }: RepeatNoteProps) {
  const { every, next, sites, stopped } = repeat;
  const values = { count: numberText(sites.length - lost.length), date: longDate(next) };
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

interface EndedProps extends ServiceTabProps {
  last: Job;
  /** The button that begins the next check. */
  children: ComponentChildren;
}

/** Shows the report of the last audit, with its buttons and dialogs. */
function EndedAudit({ last, serviceUrl, account, start, route, say, children }: EndedProps) {
  const template = start.preferences.trackingCode;
  const report = useReport(last);
  const { job } = report ?? { job: last };
  const files = useReportFiles(report?.rows ?? [], template, serviceUrl, say);
  const look = useOpenAndLook({ serviceUrl, account, template, jobId: job.id });
  const deletion = useStartJob();
  /** The sites to delete after a confirmation, and the id of the audit in which they did not answer (`of`). */
  const [asked, setDead] = useState<{ of: string; rows: readonly ReportRow[] }>();
  const dead = asked?.of === job.id ? asked.rows : undefined;
  if (!report) return <p class="muted">{t('manage.loading')}</p>;
  const remove = async () => {
    const items = (dead ?? []).map(({ host, id = '' }) => ({ key: host, id }));
    if (!(await deletion.start({ kind: 'delete', items, fields: {}, speed: 'careful' }, account))) return;
    setDead(undefined);
    // The tab `Websites` shows the progress of the deletion.
    route.openTab('websites');
  };
  const check = (rows: readonly ReportRow[]) => {
    const sites = rows.map(({ host, id = '' }) => ({ id, domain: host }));
    void checkAgain(account, sites, say);
  };
  /** Opens the tab `Add many` with these hosts. That tab checks whether they are registered before it adds any. */
  const register = async (hosts: readonly string[]) => {
    await keepSource(t('audit.register_source'), hosts.join('\n'));
    route.openTab('add', route.query.connection);
  };
  return (
    <>
      <ReportView
        report={report}
        job={job}
        look={look}
        files={files}
        onCheck={isPrivate() ? undefined : check}
        onDelete={(rows) => {
          deletion.renew();
          setDead({ of: job.id, rows });
        }}
        onRegister={(hosts) => void register(hosts)}
      >
        {children}
      </ReportView>
      {dead && (
        <DeleteManyDialog
          count={dead.length}
          warnings={[t('audit.silent_since', { date: momentText(Math.min(...dead.map(({ checked }) => checked))) })]}
          names={dead.map(({ host }) => toUnicode(host))}
          busy={deletion.busy}
          problem={deletion.problem}
          onDelete={() => void remove()}
          onClose={() => setDead(undefined)}
        />
      )}
    </>
  );
}

/** Shows the tab `Tracking`: the audit under way, and the report of the last one. */
export function AuditTab(props: ServiceTabProps) {
  const { account, start, say } = props;
  const { jobs, now, rateLimitOf } = useJobs('audits');
  const { repeat, lost, ...repeating } = useRepeat(account, say);
  // The focus does not go to a button, because a key that is still held would press it.
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
      {repeat && (
        <RepeatNote repeat={repeat} lost={lost} onStop={repeating.onStop} onAgain={() => void repeating.onAgain()} />
      )}
      <Jobs jobs={open} now={now} rateLimitOf={rateLimitOf} />
      {!open.length && !isClosing && !last && (
        <EmptyState icon="search" title={t('audit.empty_title')} hint={t('audit.empty_hint')}>
          <CheckTracking {...sources} label={t('audit.check_all')} look="primary" />
        </EmptyState>
      )}
      {isClosing && !last && <p class="muted">{t('manage.loading')}</p>}
      {last && (
        // Not keyed by the audit, so that the person keeps their place when single sites were checked again.
        <EndedAudit last={last} {...props}>
          {!open.length && <CheckTracking {...sources} label={t('audit.check_all')} />}
        </EndedAudit>
      )}
    </div>
  );
}
