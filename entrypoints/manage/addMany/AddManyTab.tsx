import { useEffect, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { failedCopies } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { useFocusWithin } from '../focus.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { SourcesStep, type Wish } from './SourcesStep.tsx';
import { useHostChoice, useParsedEntries } from './useParsedEntries.ts';
import { moveTo } from './usePlaces.ts';
import { useSessionState } from './useSessionState.ts';
import { useSources } from './useSources.ts';
import './addMany.css';

/** A list with more entries than this is parsed only after Check is pressed, because parsing it takes seconds. */
const mostAhead = 20_000;
const none: readonly Entry[] = [];

export function AddManyTab({ connection }: { connection: ConnectionAddress | undefined }) {
  const { jobs, now, rateLimitOf } = useJobs('adds');
  const sources = useSources();
  const [choice, setChoice] = useHostChoice();
  const [step, setStep] = useSessionState<'sources' | 'preview'>('step', () => 'sources');
  const isWanted = step === 'preview' || sources.entries.length <= mostAhead;
  const read = useParsedEntries(isWanted ? sources.entries : none, choice);
  const [more, setMore] = useState(false);
  /** Set while the check waits for sources that are still being read: the box's text when Check was pressed. */
  const [checking, setChecking] = useState<string>();
  // If the text has changed since, the person is still writing the list, so the check does not begin.
  if (checking !== undefined && checking !== sources.text) setChecking(undefined);
  const check = () => {
    // Tries again if parsing failed while the person was typing: it may work now.
    if (read.problem) read.again();
    setStep('preview');
  };
  useEffect(() => {
    if (checking === undefined || sources.reading) return;
    setChecking(undefined);
    if (sources.entries.length && !sources.problem && !sources.isOpen) check();
  });
  const [wish, setWish] = useState<Wish>();
  // When a step is replaced, its focused button disappears. `steps` then focuses the next step. When a focused job
  // above the step disappears, `view` focuses the first job that is left. If there is none, it focuses the step.
  const steps = useFocusWithin<HTMLDivElement>('textarea, [tabindex]');
  const view = useFocusWithin<HTMLDivElement>('textarea, [tabindex]');
  if (!jobs) return null;
  if (!connection)
    return (
      <p class="note">
        <Icon name="info" />
        <span class="row">
          {t('addmany.not_connected')}
          <Button label={t('popup.open_settings')} onClick={pages.settings} />
        </span>
      </p>
    );

  const showSources = (to?: Wish) => {
    setWish(to);
    setStep('sources');
  };
  const edit = (failed: readonly Item[] = [], job?: Job) => {
    const typed = failed.filter(({ fields }) => !fields).map(({ key }) => key);
    sources.type([sources.text, ...typed].filter(Boolean).join('\n'));
    if (job) moveTo(typed, job.connection ?? '');
    for (const [name, entries] of failedCopies(failed, job?.connection ?? '')) sources.add(name, entries);
    setMore(true);
    showSources({});
  };
  const begin = !jobs.length || more || step === 'preview' || sources.count > 0 || sources.isOpen;
  return (
    <div ref={view} class="addmany">
      <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} onEdit={edit} />
      <div ref={steps} class="steps">
        {begin &&
          (step === 'sources' ? (
            <SourcesStep
              connection={connection.id}
              sources={sources}
              choice={choice}
              onChoice={setChoice}
              onCheck={() => {
                if (!sources.reading) return check();
                sources.setProblem('');
                setChecking(sources.text);
              }}
              wish={wish}
            />
          ) : (
            <PreviewStep
              key={connection.account}
              connection={connection}
              sources={sources}
              read={read}
              onSources={showSources}
              onStarted={() => {
                sources.clear();
                showSources();
                setMore(false);
              }}
            />
          ))}
        {!begin && (
          <div>
            <Button icon="plus" label={t('addmany.add_more')} onClick={() => edit()} />
          </div>
        )}
      </div>
    </div>
  );
}
