import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { numberText, t, timeText } from '@/lib/text/i18n.ts';
import { Dialog } from '../Dialog.tsx';
import { Select } from '../list/Select.tsx';
import { RadioGroup } from '../RadioGroup.tsx';
import { HostNames } from './HostNames.tsx';
import type { AuditScope, Check } from './useStartAudit.ts';

interface CheckDialogProps {
  check: Check;
  /** Another audit has not ended. */
  isUnderWay: boolean;
  onSettings: () => void;
  onAccess: () => void;
}

const scopeText = (scope: AuditScope, count: number | undefined): string => {
  const value = { count: numberText(count ?? 0) };
  if (scope === 'selected') return t('audit.scope_selected', value);
  if (scope === 'page') return t('audit.scope_page', value);
  return count === undefined ? t('audit.scope_all') : `${t('audit.scope_all')} (${value.count})`;
};

/** Which sites are checked, what will happen, and the press that asks for access. */
export function CheckDialog({ check, isUnderWay, onSettings, onAccess }: CheckDialogProps) {
  const { scope, counts, count, leftOut, partAt, problem, denied, busy, repeat } = check;
  const scopes = (['selected', 'page', 'all'] as const).filter((one) => one === 'all' || counts[one]);
  const isReading = scope === 'all' && count === undefined && !problem;
  return (
    <Dialog place="middle" title={t('audit.check')} onClose={check.close}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void check.run();
        }}
      >
        <div class="body stack">
          <RadioGroup
            label={t('audit.scope')}
            name="scope"
            options={scopes.map((value) => ({ value, label: scopeText(value, counts[value]) }))}
            value={scope}
            onChange={check.choose}
          />
          <Select
            label={t('audit.repeat')}
            value={repeat ?? 'once'}
            options={[
              { value: 'once', label: t('audit.repeat_once') },
              { value: 'week', label: t('audit.repeat_week') },
              { value: 'month', label: t('audit.repeat_month') },
            ]}
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
            {partAt !== undefined && (
              <p class="note warn">
                {t('manage.read_incomplete', { count: numberText(count ?? 0), time: timeText(partAt) })}
              </p>
            )}
            {leftOut.length > 0 && (
              <p class="note">
                <span>
                  {t('audit.left_out', { count: numberText(leftOut.length) })} <HostNames hosts={leftOut} />
                </span>
              </p>
            )}
            {isUnderWay && <p class="note">{t('audit.busy')}</p>}
            {count === 0 && <p class="note">{t('audit.no_sites')}</p>}
            {denied && <p class="note warn">{t('audit.denied')}</p>}
          </div>
          {problem && (
            <div role="alert">
              <ProblemNote
                problem={problem}
                onSettings={onSettings}
                onAccess={onAccess}
                {...(count === undefined ? { onRetry: () => void check.readAll() } : {})}
              />
            </div>
          )}
        </div>
        <footer>
          <div class="row">
            <button type="submit" class="button primary" disabled={!count || isUnderWay} aria-disabled={busy}>
              <Icon name="search" />
              {t('audit.start')}
            </button>
            <button type="button" class="button" onClick={check.close}>
              {t('manage.cancel')}
            </button>
          </div>
        </footer>
      </form>
    </Dialog>
  );
}
