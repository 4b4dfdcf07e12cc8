import { useState } from 'preact/hooks';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Privacy, Problem } from '@/lib/services/index.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import type { BulkChange } from '@/lib/websites/selection.ts';
import { Dialog } from '../Dialog.tsx';
import type { BulkAction } from './BulkBar.tsx';

interface BulkDialogProps {
  action: Exclude<BulkAction, 'delete'>;
  count: number;
  /** How many of them each connection has, of several. */
  split: string | undefined;
  busy: boolean;
  problem?: Problem;
  onStart: (change: BulkChange) => void;
  onClose: () => void;
  onSettings: () => void;
}

const bulkTitles = {
  privacy: () => t('manage.set_privacy'),
  email: () => t('manage.set_email'),
  bots: () => t('manage.set_bots'),
};

const flagChoices = {
  email: [() => t('manage.email_on'), () => t('manage.email_off')],
  bots: [() => t('manage.bots_on'), () => t('manage.bots_off')],
} as const;

function FlagField({
  action,
  value,
  onChange,
}: {
  action: 'email' | 'bots';
  value: 0 | 1;
  onChange: (value: 0 | 1) => void;
}) {
  const [on, off] = flagChoices[action];
  const choices = [
    { value: 1, label: on() },
    { value: 0, label: off() },
  ] as const;
  return (
    <fieldset class="stack">
      <legend class="visually-hidden">{bulkTitles[action]()}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="check">
          <input type="radio" name={action} checked={value === choice.value} onChange={() => onChange(choice.value)} />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One change for all selected websites. */
export function BulkDialog({ action, count, split, busy, problem, onStart, onClose, onSettings }: BulkDialogProps) {
  const [privacy, setPrivacy] = useState<Privacy>(1);
  const [flag, setFlag] = useState<0 | 1>(1);
  const [way, setWay] = useState<'common' | 'each'>('each');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const ways = [
    { value: 'each', label: t('manage.password_each'), hint: t('manage.password_each_hint') },
    { value: 'common', label: t('manage.password_common'), hint: undefined },
  ] as const;
  const change = (): BulkChange | undefined => {
    if (action !== 'privacy')
      return action === 'email' ? { fields: { email: flag } } : { fields: { exclude_bots: flag } };
    if (privacy !== 2) return { fields: { privacy } };
    if (way === 'each') return { fields: { privacy }, password: { way } };
    return password ? { fields: { privacy }, password: { way, password } } : undefined;
  };
  return (
    <Dialog place="middle" title={bulkTitles[action]()} onClose={onClose}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = change();
          setMissing(!wanted);
          if (wanted && !busy) onStart(wanted);
        }}
      >
        <div class="body stack">
          {action === 'privacy' ? (
            <PrivacyChoice value={privacy} onChange={setPrivacy} name="bulk-privacy" />
          ) : (
            <FlagField action={action} value={flag} onChange={setFlag} />
          )}
          {action === 'privacy' && privacy === 0 && <p class="note warn">{t('manage.public_note')}</p>}
          {action === 'privacy' && privacy === 2 && (
            <fieldset class="stack">
              <legend class="visually-hidden">{t('password.label')}</legend>
              {ways.map(({ value, label, hint }) => (
                <label key={value} class="check">
                  <input type="radio" name="way" checked={way === value} onChange={() => setWay(value)} />
                  <span>
                    {label}
                    {hint && <span class="hint block">{hint}</span>}
                  </span>
                </label>
              ))}
              {way === 'common' && (
                <PasswordField
                  value={password}
                  onChange={setPassword}
                  error={missing && !password ? t('password.needed') : undefined}
                />
              )}
            </fieldset>
          )}
          {split && <p class="hint">{split}</p>}
          {problem && (
            <div role="alert">
              <ProblemNote problem={problem} onSettings={onSettings} />
            </div>
          )}
        </div>
        <footer>
          <div class="row">
            <button type="submit" class="button primary" aria-disabled={busy}>
              {plural('manage.apply_to', count)}
            </button>
            <button type="button" class="button" onClick={onClose}>
              {t('manage.cancel')}
            </button>
          </div>
        </footer>
      </form>
    </Dialog>
  );
}
