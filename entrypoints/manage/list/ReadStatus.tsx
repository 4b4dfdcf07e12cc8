import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { Button } from '../Button.tsx';

interface ReadStatusProps {
  /** How much of a list is known. */
  text: string;
  problem: Problem | undefined;
  busy: boolean;
  /** The label of the button that reads the rest. */
  label: string;
  /** Undefined if there is nothing left to read. */
  onRead: (() => void) | undefined;
  onStop: () => void;
}

/** How much of a list is known, and the button to read all of it, or to stop. */
export function ReadStatus({ text, problem, busy, label, onRead, onStop }: ReadStatusProps) {
  return (
    <>
      <span class={problem ? 'error' : 'hint'} role="status">
        {problem ? problemText(problem) : text}
      </span>
      {busy ? (
        <Button look="quiet" label={t('manage.stop')} onClick={onStop} />
      ) : (
        onRead && <Button look="quiet" icon="refresh" label={label} onClick={onRead} />
      )}
    </>
  );
}
