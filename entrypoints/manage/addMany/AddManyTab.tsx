import { useState } from 'preact/hooks';
import './addMany.css';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { SourcesStep } from './SourcesStep.tsx';
import { useBase, useChoice } from './useAddManySettings.ts';
import { useSessionState } from './useSessionState.ts';
import { useSources } from './useSources.ts';

/** The panel of the tab `Add many`: gather, see what would happen, let it run, read the report. */
export function AddManyTab() {
  const base = useBase();
  const { jobs, now, rateLimitOf } = useJobs('adds');
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
      {jobs.length > 0 && <Jobs serviceUrl={base} jobs={jobs} now={now} rateLimitOf={rateLimitOf} />}
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
