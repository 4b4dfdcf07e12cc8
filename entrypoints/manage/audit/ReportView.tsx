import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { type SiteState, stateOf } from '@/lib/audit/look.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { momentText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { send } from '../addMany/store.ts';
import { ExportDialog } from '../ExportDialog.tsx';
import { FilterChips } from '../FilterChips.tsx';
import { useFocusWithin } from '../focus.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { recordsText } from '../list/Count.tsx';
import { DeleteManyDialog } from '../list/DeleteDialog.tsx';
import { useShownConnection } from '../useConnections.ts';
import { usePage } from '../usePage.ts';
import { HostNames } from './HostNames.tsx';
import { ReportTable } from './ReportTable.tsx';
import { deletableSites, needsCode, type ReportRow, unauditedTargets } from './report.ts';
import { checkAgain } from './siteAccess.ts';
import { useOpenAndLook } from './useOpenAndLook.ts';
import { type Report, useReportFiles } from './useReport.ts';
import { isPrivate } from './useStartAudit.ts';

type StateFilter = SiteState | 'all';

interface StateBarProps {
  /** The sites by their states, worst first. */
  groups: ReadonlyMap<SiteState, readonly ReportRow[]>;
  total: number;
  filter: StateFilter;
  onFilter: (filter: StateFilter) => void;
}

function StateBar({ groups, total, filter, onFilter }: StateBarProps) {
  const chips = [...groups].map(([state, { length }]) => ({
    value: state,
    sign: <span class={`dot ${state}`} />,
    text: siteStateText(state),
    count: length,
  }));
  return (
    <div class="state-bar">
      <div class="bar" aria-hidden="true">
        {chips.map(({ value, count }) => (
          <span key={value} class={value} style={{ flexGrow: count }} />
        ))}
      </div>
      <FilterChips<StateFilter>
        label={t('audit.states')}
        chips={[{ value: 'all', text: t('manage.all'), count: total }, ...chips]}
        value={filter}
        onChange={onFilter}
      />
    </div>
  );
}

function Changes({ changes, last }: Pick<Report, 'changes' | 'last'>) {
  if (!changes) return null;
  const { lost, back, gone, stopped, arriving, changed } = changes;
  const lines = [
    { text: t('audit.lost', { count: numberText(lost.length) }), hosts: lost, tone: 'danger' },
    { text: t('audit.stopped', { count: numberText(stopped.length) }), hosts: stopped, tone: 'danger' },
    { text: t('audit.gone', { count: numberText(gone.length) }), hosts: gone, tone: 'danger' },
    { text: t('audit.back', { count: numberText(back.length) }), hosts: back, tone: 'good' },
    { text: t('audit.arriving', { count: numberText(arriving.length) }), hosts: arriving, tone: 'good' },
  ].filter(({ hosts }) => hosts.length);
  // Some changes have no line, such as one between two states without code. “No changes” would then be untrue.
  if (!lines.length && changed.length) return null;
  if (!lines.length) return <p class="hint">{t('audit.same', { date: momentText(last) })}</p>;
  return (
    <section class="changed">
      <h3>{t('audit.changed_since', { date: momentText(last) })}</h3>
      <ul class="changes">
        {lines.map(({ text, hosts, tone }) => (
          <li key={text} class={tone}>
            <Icon name={tone === 'good' ? 'check' : 'warning'} />
            <p>
              <strong>{text}</strong> <HostNames hosts={hosts} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DeleteSilentProps = { account: string; rows: readonly ReportRow[]; onClose: () => void };

function DeleteSilent({ account, rows, onClose }: DeleteSilentProps) {
  const { route } = usePage();
  const { start, busy, problem } = useStartJob();
  const remove = async () => {
    const items = rows.map(({ host, id = '' }) => ({ key: host, id }));
    const isStarted = await start({ kind: 'delete', items, fields: {}, speed: 'careful' }, account);
    // The tab `Websites` shows the progress of the deletion.
    if (isStarted) route.openTab('websites');
  };
  return (
    <DeleteManyDialog
      count={rows.length}
      warnings={[t('audit.silent_since', { date: momentText(Math.min(...rows.map(({ checked }) => checked))) })]}
      names={rows.map(({ host }) => toUnicode(host))}
      busy={busy}
      problem={problem}
      onDelete={() => void remove()}
      onClose={onClose}
    />
  );
}

function ReportActions({ report: { job, rows } }: { report: Report }) {
  const { start, route } = usePage();
  const { serviceUrl = '' } = useShownConnection();
  const { account } = job;
  const template = start.preferences.trackingCode;
  const { run, progress, denied } = useOpenAndLook({ serviceUrl, account, template, jobId: job.id });
  /** The sites to delete if the person confirms. `of`: the id of the audit that could not reach them. */
  const [asked, setAsked] = useState<{ of: string; rows: readonly ReportRow[] }>();
  // The first button is removed once no site is `unsure`. The next button then receives its focus.
  const actions = useFocusWithin<HTMLDivElement>('button');
  const unsure = run ? rows.filter((row) => row.look.state === 'unsure') : [];
  const losing = unauditedTargets(rows);
  const dead = deletableSites(rows, job);
  const looked = { done: numberText(progress?.done ?? 0), total: numberText(progress?.total ?? 0) };
  /** Opens the tab `Add many` with these hosts. That tab checks whether they are registered before it adds any. */
  const register = (hosts: readonly string[]) => {
    send('source-added', t('audit.register_source'), { text: hosts.join('\n') });
    route.openTab('add', route.query.connection);
  };
  return (
    <>
      <div ref={actions} class="row">
        {unsure.length > 0 && (
          <button type="button" class="button" aria-disabled={!!progress} onClick={() => void run?.(unsure)}>
            <Icon name="external" />
            {t('audit.look', { count: numberText(unsure.length) })}
          </button>
        )}
        {losing.length > 0 && (
          <Button
            icon="plus"
            label={t('audit.register', { count: numberText(losing.length) })}
            onClick={() => register(losing)}
          />
        )}
        {dead.length > 0 && (
          <Button
            look="quiet risky"
            icon="trash"
            label={t('audit.delete_silent', { count: numberText(dead.length) })}
            onClick={() => setAsked({ of: job.id, rows: dead })}
          />
        )}
      </div>
      {unsure.length > 0 && <p class="hint">{t('audit.look_hint')}</p>}
      <div role="status">
        {progress && <p class="hint">{t('audit.looking', looked)}</p>}
        {denied && <p class="note warn">{t('audit.denied')}</p>}
      </div>
      {asked?.of === job.id && <DeleteSilent account={account} rows={asked.rows} onClose={() => setAsked(undefined)} />}
    </>
  );
}

export function ReportView({ report, children }: { report: Report; children: ComponentChildren }) {
  const { start, say } = usePage();
  const { serviceUrl = '' } = useShownConnection();
  const { job, rows, changes, last } = report;
  const [chosen, setFilter] = useState<StateFilter>('all');
  const [isExporting, setExporting] = useState(false);
  const groups = Map.groupBy(rows, ({ look }) => stateOf(look));
  // If no site is in the chosen state any more, all sites are shown.
  const shown = (chosen !== 'all' && groups.get(chosen)) || rows;
  const filter = shown === rows ? 'all' : chosen;
  const files = useReportFiles(shown, start.preferences.trackingCode, serviceUrl, say);
  const stopped = { done: numberText(job.counts.done), total: numberText(job.total) };
  const closeExport = () => setExporting(false);
  const fileOf = (label: string, write: () => void) => ({
    label,
    save: () => {
      write();
      closeExport();
    },
  });
  const exports = [
    fileOf(t('manage.export_csv'), () => files.save('csv')),
    fileOf(t('manage.export_json'), () => files.save('json')),
    ...(shown.some((row) => needsCode(row) && files.canCopy(row))
      ? [fileOf(t('audit.export_codes'), files.codes)]
      : []),
  ];
  const check = (some: readonly ReportRow[]) => {
    const sites = some.map(({ host, id = '' }) => ({ id, domain: host }));
    void checkAgain(job.account, sites, say);
  };
  return (
    <>
      <div class="report-head">
        <h2 tabIndex={-1}>{t('audit.checked', { date: momentText(job.ended ?? 0) })}</h2>
        <div class="row">
          <Button icon="download" label={t('manage.export')} onClick={() => setExporting(true)} />
          {children}
        </div>
      </div>
      {job.state === 'cancelled' && <p class="hint">{t('audit.cancelled', stopped)}</p>}
      {job.asksVisits && <p class="hint">{t('audit.asking_visits')}</p>}
      <StateBar groups={groups} total={rows.length} filter={filter} onFilter={setFilter} />
      <Changes changes={changes} last={last} />
      <ReportActions report={report} />
      {isExporting && (
        <ExportDialog files={exports} onClose={closeExport}>
          <p>{recordsText('websites', shown.length)}</p>
        </ExportDialog>
      )}
      <ReportTable rows={shown} filter={filter} files={files} onCheck={isPrivate() ? undefined : check} />
    </>
  );
}
