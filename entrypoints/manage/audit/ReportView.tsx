import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { type SiteState, stateOf, worstFirst } from '@/lib/audit/look.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { momentText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { useFocusWithin } from '../useFocusWithin.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { HostNames } from './HostNames.tsx';
import { ReportTable, type SiteActions } from './ReportTable.tsx';
import { deletableSites, type ReportRow, sitesWithoutCode, stateCounts, unauditedTargets } from './report.ts';
import type { useOpenAndLook } from './useOpenAndLook.ts';
import type { Report } from './useReport.ts';

interface ReportViewProps extends SiteActions {
  report: Report;
  job: Job;
  look: ReturnType<typeof useOpenAndLook>;
  onRegister: (hosts: readonly string[]) => void;
  onDelete: (rows: readonly ReportRow[]) => void;
  /** The button that begins the next check. */
  children: ComponentChildren;
}

type StateFilter = SiteState | 'all';

interface StateBarProps {
  counts: Partial<Record<SiteState, number>>;
  total: number;
  filter: StateFilter;
  onFilter: (filter: StateFilter) => void;
}

/** Shows the number of sites in each state: as one bar, and as buttons that filter the table. */
function StateBar({ counts, total, filter, onFilter }: StateBarProps) {
  const found = worstFirst.filter((state) => counts[state]);
  return (
    <div class="state-bar">
      <div class="bar" aria-hidden="true">
        {found.map((state) => (
          <span key={state} class={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      <fieldset class="overview">
        <legend class="visually-hidden">{t('audit.states')}</legend>
        <button type="button" class="part all" aria-pressed={filter === 'all'} onClick={() => onFilter('all')}>
          {t('manage.all')} <b>{numberText(total)}</b>
        </button>
        {found.map((state) => (
          <button
            key={state}
            type="button"
            class={`part ${state}`}
            aria-pressed={filter === state}
            onClick={() => onFilter(filter === state ? 'all' : state)}
          >
            <span class={`dot ${state}`} />
            {siteStateText(state)} <b>{numberText(counts[state] ?? 0)}</b>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** Says what has changed since the previous audit. Renders nothing if there was no previous audit. */
function Changes({ changes, last }: Pick<Report, 'changes' | 'last'>) {
  if (!changes) return null;
  const { lost, back, gone, stopped, arriving } = changes;
  const lines = [
    { text: t('audit.lost', { count: numberText(lost.length) }), hosts: lost, tone: 'danger' },
    { text: t('audit.stopped', { count: numberText(stopped.length) }), hosts: stopped, tone: 'danger' },
    { text: t('audit.gone', { count: numberText(gone.length) }), hosts: gone, tone: 'danger' },
    { text: t('audit.back', { count: numberText(back.length) }), hosts: back, tone: 'good' },
    { text: t('audit.arriving', { count: numberText(arriving.length) }), hosts: arriving, tone: 'good' },
  ].filter(({ hosts }) => hosts.length);
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

/** Shows the report of an audit: the states as one bar, what has changed, and the sites in groups, worst first. */
export function ReportView(props: ReportViewProps) {
  const { report, job, files, look } = props;
  const { progress, denied } = look;
  const [chosen, setFilter] = useState<StateFilter>('all');
  // The first button is removed once no site is left to look at. If it had the focus, the next button receives it.
  const actions = useFocusWithin<HTMLDivElement>('button');
  const { rows, changes, last } = report;
  const counts = stateCounts(rows);
  // If no site is in the chosen state any more, all sites are shown.
  const filter = chosen !== 'all' && counts[chosen] ? chosen : 'all';
  const shown = filter === 'all' ? rows : rows.filter((row) => stateOf(row.look) === filter);
  const unsure = rows.filter((row) => row.look.state === 'unsure');
  const dead = deletableSites(rows, job);
  const lacking = sitesWithoutCode(rows);
  const losing = unauditedTargets(rows);
  const stopped = { done: numberText(job.counts.done), total: numberText(job.total) };
  const tracked = { done: numberText(progress?.done ?? 0), total: numberText(progress?.total ?? 0) };
  const exports = [
    { label: t('manage.export_csv'), onChoose: () => files.save('csv') },
    { label: t('manage.export_json'), onChoose: () => files.save('json') },
    ...(lacking.some(files.canCopy) ? [{ label: t('audit.export_codes'), onChoose: files.codes }] : []),
  ];
  return (
    <>
      <div class="report-head">
        <h2 tabIndex={-1}>{t('audit.checked', { date: momentText(job.ended ?? 0) })}</h2>
        <div class="row">
          <ExportMenu entries={exports} />
          {props.children}
        </div>
      </div>
      {job.state === 'cancelled' && <p class="hint">{t('audit.cancelled', stopped)}</p>}
      {job.asksVisits && <p class="hint">{t('audit.asking_visits')}</p>}
      <StateBar counts={counts} total={rows.length} filter={filter} onFilter={setFilter} />
      <Changes changes={changes} last={last} />
      <div ref={actions} class="row">
        {unsure.length > 0 && look.run && (
          <button type="button" class="button" aria-disabled={!!progress} onClick={() => void look.run?.(unsure)}>
            <Icon name="external" />
            {t('audit.look', { count: numberText(unsure.length) })}
          </button>
        )}
        {losing.length > 0 && (
          <Button
            icon="plus"
            label={t('audit.register', { count: numberText(losing.length) })}
            onClick={() => props.onRegister(losing)}
          />
        )}
        {dead.length > 0 && (
          <Button
            look="quiet risky"
            icon="trash"
            label={t('audit.delete_silent', { count: numberText(dead.length) })}
            onClick={() => props.onDelete(dead)}
          />
        )}
      </div>
      {unsure.length > 0 && look.run && <p class="hint">{t('audit.look_hint')}</p>}
      <div role="status">
        {progress && <p class="hint">{t('audit.looking', tracked)}</p>}
        {denied && <p class="note warn">{t('audit.denied')}</p>}
      </div>
      <ReportTable {...props} rows={shown} filter={filter} />
    </>
  );
}
