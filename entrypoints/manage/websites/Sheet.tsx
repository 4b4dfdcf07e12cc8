import { useEffect } from 'preact/hooks';
import { FormDialog, type FormDialogProps } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import type { Creating, Editing } from './useDrafts.ts';

interface SheetProps extends Omit<FormDialogProps, 'place' | 'above'> {
  form: Creating | Editing;
  /** The domain to name in the text of a problem. */
  domain: string;
  /** Submits although the site may be registered already. */
  onAnyway?: () => void;
}

export function Sheet({ form: { errors, problem }, domain, onAnyway, ...dialog }: SheetProps) {
  // Moves the focus to the first field with an error.
  useEffect(() => {
    if (Object.keys(errors).length) document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus();
  }, [errors]);
  const alert = <ProblemAlert problem={problem} domain={domain} onRetry={dialog.onSubmit} onAnyway={onAnyway} />;
  return <FormDialog {...dialog} place="side" above={alert} />;
}
