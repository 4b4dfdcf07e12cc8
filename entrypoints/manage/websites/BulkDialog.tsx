import { useMemo, useState } from 'preact/hooks';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { notUndoable } from '@/lib/jobs/undo.ts';
import type { Privacy } from '@/lib/services/index.ts';
import type { Flag } from '@/lib/services/websiteFields.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import type { BulkChange } from '@/lib/websites/selection.ts';
import { FormDialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import { RadioGroup } from '../RadioGroup.tsx';
import { flagActionText, flagChangeText } from './flagTexts.ts';
import type { BulkAction, useBulk } from './useBulk.ts';

interface BulkDialogProps extends Pick<ReturnType<typeof useBulk>, 'websites' | 'busy' | 'problem'> {
  action: Exclude<BulkAction, 'delete'>;
  count: number;
  /** If the websites are in several connections, says how many each connection has. */
  split: string | undefined;
  onStart: (change: BulkChange) => void;
  onClose: () => void;
}

export function BulkDialog(props: BulkDialogProps) {
  const { action, count, split, websites, busy, problem, onStart, onClose } = props;
  const title = action === 'privacy' ? t('manage.set_privacy') : flagActionText(action);
  const [privacy, setPrivacy] = useState<Privacy>(1);
  const [flag, setFlag] = useState<Flag>(1);
  const [way, setWay] = useState<'common' | 'each'>('each');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const ways = [
    { value: 'each', label: t('manage.password_each'), hint: t('manage.password_each_hint') },
    { value: 'common', label: t('manage.password_common'), hint: undefined },
  ] as const;
  const fields = useMemo(() => (action === 'privacy' ? { privacy } : { [action]: flag }), [action, privacy, flag]);
  const change = (): BulkChange | undefined => {
    if (action !== 'privacy' || privacy !== 2) return { fields };
    if (way === 'each') return { fields, password: { way } };
    return password ? { fields, password: { way, password } } : undefined;
  };
  const lost = useMemo(() => notUndoable(websites ?? [], fields), [websites, fields]);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        const wanted = change();
        setMissing(!wanted);
        if (wanted) onStart(wanted);
      }}
      submit={{ label: plural('manage.apply_to', count), busy }}
    >
      {action === 'privacy' ? (
        <PrivacyChoice
          value={privacy}
          onChange={setPrivacy}
          name="bulk-privacy"
          hasTeam={websites?.some(({ team }) => team)}
        />
      ) : (
        <RadioGroup
          label={title}
          name={action}
          options={[
            { value: 1, label: flagChangeText(action, true) },
            { value: 0, label: flagChangeText(action, false) },
          ]}
          value={flag}
          onChange={setFlag}
        />
      )}
      {action === 'privacy' && privacy === 2 && (
        <RadioGroup label={t('password.label')} name="way" options={ways} value={way} onChange={setWay}>
          {way === 'common' && (
            <PasswordField
              value={password}
              onChange={setPassword}
              error={missing && !password ? t('password.needed') : undefined}
            />
          )}
        </RadioGroup>
      )}
      {split && <p class="hint">{split}</p>}
      {lost > 0 && <p class="hint">{t('manage.not_undoable', { count: numberText(lost) })}</p>}
      <ProblemAlert problem={problem} />
    </FormDialog>
  );
}
