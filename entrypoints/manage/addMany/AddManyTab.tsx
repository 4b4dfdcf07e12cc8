import { useEffect, useState } from 'preact/hooks';
import '@/entrypoints/manage/addMany/addMany.css';
import { Icon } from '@/components/Icon.tsx';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import { activeConnection, connections, get, preferences, watch } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { SourcesStep } from './SourcesStep.tsx';
import { useSessionState } from './useSessionState.ts';
import { useSources } from './useSources.ts';

/** The address of the analytics service; '' where there is none, undefined until it is known. */
function useBase(): string | undefined {
  const [base, setBase] = useState<string>();
  useEffect(() => {
    const take = (stored: Parameters<typeof activeConnection>[0]) =>
      setBase(activeConnection(stored)?.analyticsUrl ?? '');
    void get(connections).then(take);
    return watch(connections, take);
  }, []);
  return base;
}

function useChoice() {
  const [choice, setChoice] = useSessionState<HostChoice | undefined>('choice', () => undefined);
  const [preferred, setPreferred] = useState<HostChoice>('seen');
  useEffect(() => {
    void get(preferences).then(({ hostChoice }) => setPreferred(hostChoice));
  }, []);
  return [choice ?? preferred, setChoice] as const;
}

/** The panel of the tab `Add many`: gather, see what would happen, let it run, read the report. */
export function AddManyTab() {
  const base = useBase();
  const { jobs, now, roomOf } = useJobs('adds');
  const sources = useSources();
  const [choice, setChoice] = useChoice();
  const [step, setStep] = useSessionState<'gather' | 'review'>('step', () => 'gather');
  const [more, setMore] = useState(false);
  if (base === undefined || !jobs) return null;
  if (!base)
    return (
      <p class="note">
        <Icon name="info" />
        <span class="row">
          {t('addmany.not_connected')}
          <button type="button" class="button" onClick={pages.settings}>
            {t('popup.open_settings')}
          </button>
        </span>
      </p>
    );

  const begin = !jobs.length || more || step === 'review' || sources.count > 0;
  return (
    <div class="addmany">
      {begin &&
        (step === 'gather' ? (
          <SourcesStep sources={sources} choice={choice} onChoice={setChoice} onCheck={() => setStep('review')} />
        ) : (
          <PreviewStep
            key={base}
            base={base}
            entries={sources.entries}
            choice={choice}
            onBack={() => setStep('gather')}
            onStarted={() => {
              sources.clear();
              setStep('gather');
              setMore(false);
            }}
          />
        ))}
      {jobs.length > 0 && <Jobs serviceUrl={base} jobs={jobs} now={now} roomOf={roomOf} />}
      {!begin && (
        <div>
          <button type="button" class="button" onClick={() => setMore(true)}>
            <Icon name="plus" />
            {t('addmany.add_more')}
          </button>
        </div>
      )}
    </div>
  );
}
