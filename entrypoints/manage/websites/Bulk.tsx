import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import type { IconName } from '@/components/Icon.tsx';
import type { Traits } from '@/lib/services/index.ts';
import { sharedTraits } from '@/lib/services/traits.ts';
import { isolated } from '@/lib/text/findings.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { focusStop, useFocusWithin } from '../focus.ts';
import { IconButton } from '../IconButton.tsx';
import { Jobs } from '../jobs/Jobs.tsx';
import { useJobs } from '../jobs/useJobs.ts';
import { DeleteManyDialog } from '../list/DeleteDialog.tsx';
import { OfParts } from '../list/ListDialogs.tsx';
import type { Batch } from '../list/select.ts';
import { useList } from '../list/useListTab.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { flagActionText, flagFields, flagIcons } from './flagTexts.ts';
import { type BulkAction, useBulk } from './useBulk.ts';

const splitText = (batches: readonly Batch[]): string | undefined =>
  batches.length < 2
    ? undefined
    : batches.map(({ part, rows }) => `${isolated(part.name)}: ${numberText(rows.length)}`).join(' · ');

const countOf = (batches: readonly Batch[]): number => batches.reduce((sum, { rows }) => sum + rows.length, 0);

const namesOf = (batches: readonly Batch[]): string[] =>
  batches.flatMap(({ part, rows }) =>
    rows.map(({ name }) => (batches.length > 1 ? `${isolated(name)} (${isolated(part.name)})` : name)),
  );

const bulkActions: readonly { action: BulkAction; icon: IconName; label: () => string }[] = [
  { action: 'privacy', icon: 'lock', label: () => t('manage.set_privacy') },
  ...flagFields.map((action) => ({ action, icon: flagIcons[action], label: () => flagActionText(action) })),
  { action: 'delete', icon: 'trash', label: () => t('manage.delete') },
];

/** Whether a kind of service supports a bulk action. All kinds support `delete`. */
function isOffered(action: BulkAction, { privacy, settings }: Traits): boolean {
  if (action === 'privacy') return privacy.length > 1;
  return action === 'delete' || settings.includes(action);
}

export function BulkJobs() {
  const { jobs = [], ...work } = useJobs('websites');
  const view = useFocusWithin<HTMLDivElement>(focusStop);
  return (
    <div ref={view} class="bulk-place">
      <Jobs jobs={jobs} {...work} />
    </div>
  );
}

interface ActionDialogProps {
  action: BulkAction;
  selected: readonly Batch[];
  onClose: () => void;
}

function ActionDialog({ action, selected, onClose }: ActionDialogProps) {
  const { list, say } = useList();
  const onStarted = (account: string) => list.send({ type: 'deselected', account });
  const { batches, apply, ...state } = useBulk(action, selected, { onStarted, onClose, say });
  const dialog = { count: countOf(batches), busy: state.busy, problem: state.problem, onClose };
  return (
    <OfParts parts={batches.map(({ part }) => part)}>
      {action === 'delete' ? (
        <DeleteManyDialog {...dialog} names={namesOf(batches)} onDelete={() => void apply({ fields: {} })} />
      ) : (
        <BulkDialog
          {...dialog}
          action={action}
          split={splitText(batches)}
          websites={state.websites}
          onStart={(change) => void apply(change)}
        />
      )}
    </OfParts>
  );
}

function focusActions(): void {
  const action = document.querySelector<HTMLElement>('.bulk .row button');
  if (action) action.focus();
  else focusStop();
}

/**
 * Shows the actions on all selected websites. Each action starts jobs in the worker, which continue if the page is
 * closed.
 */
export function Bulk() {
  const { list, picked } = useList();
  const { batches, notShown } = picked;
  const { send } = list;
  const [acting, setActing] = useState<Omit<ActionDialogProps, 'onClose'>>();
  const view = useFocusWithin<HTMLDivElement>(focusActions);
  const selected = countOf(batches);
  const split = splitText(batches);
  const traits = sharedTraits(batches.map(({ part }) => part.connection));
  return (
    <div ref={view} class="bulk-place">
      {selected > 0 && (
        <section class="bulk" aria-label={t('manage.selection')}>
          <p role="status">
            {plural('manage.selected', selected)}
            {notShown > 0 && <span class="muted"> · {plural('manage.not_shown', notShown)}</span>}
            {split && <span class="hint">{split}</span>}
          </p>
          {notShown > 0 && notShown < selected && (
            <Button look="quiet" label={t('manage.keep_shown')} onClick={() => send({ type: 'kept-shown' })} />
          )}
          <IconButton icon="close" label={t('manage.clear_selection')} onClick={() => send({ type: 'deselected' })} />
          <div class="row">
            {bulkActions
              .filter(({ action }) => isOffered(action, traits))
              .map(({ action, icon, label }) => (
                <Button
                  key={action}
                  look={action === 'delete' ? 'risky' : ''}
                  icon={icon}
                  title={label()}
                  aria-label={label()}
                  label={<span>{label()}</span>}
                  onClick={() => setActing({ action, selected: batches })}
                />
              ))}
          </div>
        </section>
      )}
      {acting && <ActionDialog {...acting} onClose={() => setActing(undefined)} />}
    </div>
  );
}
