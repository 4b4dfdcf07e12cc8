import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { FormDialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';
import type { Creating, Editing } from './useDrafts.ts';

interface SheetProps {
  title: ComponentChildren;
  form: Creating | Editing;
  /** The domain to name in the text of a problem. */
  domain: string;
  /** The label of the main button. */
  submit: ComponentChildren;
  onSubmit: () => void;
  /** Submits although the site may be registered already. */
  onAnyway?: () => void;
  onClose: () => void;
  buttons?: ComponentChildren;
  children: ComponentChildren;
}

export function Sheet({ title, form, domain, submit, onSubmit, onAnyway, onClose, buttons, children }: SheetProps) {
  const { errors, problem, busy } = form;
  // Moves the focus to the first field with an error.
  useEffect(() => {
    if (Object.keys(errors).length) document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <FormDialog
      place="side"
      title={title}
      onClose={onClose}
      onSubmit={() => !busy && onSubmit()}
      above={<ProblemAlert problem={problem} domain={domain} onRetry={onSubmit} onAnyway={onAnyway} />}
      buttons={
        <>
          <button type="submit" class="button primary" aria-disabled={busy}>
            {submit}
          </button>
          {buttons}
        </>
      }
    >
      {children}
    </FormDialog>
  );
}
