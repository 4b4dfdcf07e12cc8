import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { useFocusWithin } from '../focus.ts';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { pages } from '../pages.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { SourcesStep } from './SourcesStep.tsx';
import { hasOpenTable, hostCount } from './select.ts';
import { takeBack, useAddMany } from './store.ts';
import './addMany.css';

export function AddManyTab({ connection }: { connection: ConnectionAddress | undefined }) {
  const { jobs, now, rateLimitOf } = useJobs('add');
  const state = useAddMany(connection);
  // When a step is replaced, its focused button disappears, and `steps` focuses the next step. When a focused job above
  // the step disappears, `view` focuses the first remaining job or, if there is none, the step.
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

  const isPreview = state.step === 'preview';
  const begin = !jobs.length || state.isMore || isPreview || hostCount(state) > 0 || hasOpenTable(state);
  return (
    <div ref={view} class="addmany">
      <Jobs jobs={jobs} now={now} rateLimitOf={rateLimitOf} onEdit={takeBack} />
      <div ref={steps} class="steps">
        {begin && !isPreview && <SourcesStep state={state} />}
        {begin && isPreview && <PreviewStep key={connection.account} state={state} connection={connection} />}
        {!begin && (
          <div>
            <Button icon="plus" label={t('addmany.add_more')} onClick={() => takeBack()} />
          </div>
        )}
      </div>
    </div>
  );
}
