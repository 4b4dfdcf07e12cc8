import { useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { timeText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { FormDialog } from '../Dialog.tsx';
import { useWork } from '../jobs/useJobs.ts';
import { countText } from '../list/Count.tsx';
import { Select } from '../list/Select.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { RadioGroup } from '../RadioGroup.tsx';
import { HostNames } from './HostNames.tsx';
import { type AuditScope, type AuditSources, isPrivate, useStartAudit } from './useStartAudit.ts';

const scopeText = (scope: AuditScope, count: number | undefined, isPart: boolean): string => {
  if (scope === 'selected') return t('audit.scope_selected', { count: numberText(count ?? 0) });
  return count === undefined ? t('audit.scope_all') : `${t('audit.scope_all')} (${countText(count, isPart)})`;
};

function CheckDialog({ isUnderWay, onClose, ...sources }: AuditSources & { isUnderWay: boolean; onClose: () => void }) {
  const check = useStartAudit(sources);
  const { scope, counts, count, leftOut, partAt, problem, denied, busy, repeat } = check;
  const scopes = (['selected', 'all'] as const).filter((one) => one === 'all' || counts[one]);
  const isReading = scope === 'all' && count === undefined && !problem;
  return (
    <FormDialog
      title={t('audit.check')}
      onClose={onClose}
      onSubmit={() => void check.run()}
      submit={{ icon: 'search', label: t('audit.start'), disabled: !count || isUnderWay, busy }}
    >
      <RadioGroup
        label={t('audit.scope')}
        name="scope"
        options={scopes.map((value) => ({ value, label: scopeText(value, counts[value], partAt !== undefined) }))}
        value={scope}
        onChange={check.choose}
      />
      <Select
        label={t('audit.repeat')}
        value={repeat ?? 'once'}
        options={(['once', 'week', 'month'] as const).map((value) => ({ value, label: t(`audit.repeat_${value}`) }))}
        onChange={(value) => check.setRepeat(value === 'once' ? undefined : value)}
      />
      <p>{t(repeat ? 'audit.explained_repeat' : 'audit.explained')}</p>
      <div role="status" class="stack">
        {isReading && (
          <>
            <progress aria-label={t('audit.reading')} />
            <p class="hint">{t('audit.reading')}</p>
          </>
        )}
        {scope === 'all' && partAt !== undefined && (
          <p class="note warn">
            {t('manage.read_incomplete', { count: numberText(count ?? 0), time: timeText(partAt) })}
          </p>
        )}
        {leftOut.length > 0 && (
          <p class="note">
            <span>
              {t('audit.left_out', { count: numberText(leftOut.length) })} <br />
              <HostNames hosts={leftOut} />
            </span>
          </p>
        )}
        {isUnderWay && <p class="note">{t('audit.busy')}</p>}
        {count === 0 && <p class="note">{t('audit.no_sites')}</p>}
        {denied && <p class="note warn">{t('audit.denied')}</p>}
      </div>
      <ProblemAlert problem={problem} onRetry={count === undefined ? () => void check.readAll() : undefined} />
    </FormDialog>
  );
}

type CheckTrackingProps = AuditSources & { label: string; look?: 'primary' | 'quiet' };

/**
 * Shows the button that opens the dialog for checking whether sites have the tracking code. Renders nothing in private
 * windows.
 */
export function CheckTracking({ label, look, ...sources }: CheckTrackingProps) {
  const [isOpen, setOpen] = useState(false);
  const { tracking } = useWork();
  if (isPrivate()) return null;
  const close = () => setOpen(false);
  const onStarted = () => {
    close();
    sources.onStarted();
  };
  return (
    <>
      <Button look={`check-tracking ${look ?? ''}`} icon="search" label={label} onClick={() => setOpen(true)} />
      {isOpen && <CheckDialog {...sources} onStarted={onStarted} isUnderWay={tracking !== undefined} onClose={close} />}
    </>
  );
}
