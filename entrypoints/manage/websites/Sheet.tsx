import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import { FormDialog } from '../Dialog.tsx';

/** The actions of every sheet. */
export interface SheetActions {
  onClose: () => void;
  onSettings: () => void;
  onAccess: () => void;
}

interface SheetProps extends SheetActions {
  title: ComponentChildren;
  busy: boolean;
  errors: FieldErrors;
  problem: Problem | undefined;
  /** The website that the problem is about. */
  domain: string;
  /** The label of the main button. */
  submit: ComponentChildren;
  onSubmit: () => void;
  /** Submits although the site may be registered already. */
  onAnyway?: () => void;
  /** More buttons. */
  buttons?: ComponentChildren;
  children: ComponentChildren;
}

/** A form at the side of the page, with the problem and the buttons at its foot. */
export function Sheet(props: SheetProps) {
  const { errors, problem, busy, onSubmit, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  // Move the focus to the first refused field.
  useEffect(() => {
    if (Object.keys(errors).length) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <FormDialog
      place="side"
      title={props.title}
      form={form}
      onClose={onClose}
      onSubmit={() => !busy && onSubmit()}
      above={
        problem && (
          <div role="alert">
            <ProblemNote
              problem={problem}
              domain={props.domain}
              onSettings={props.onSettings}
              onAccess={props.onAccess}
              onRetry={onSubmit}
              onAnyway={props.onAnyway}
            />
          </div>
        )
      }
      buttons={
        <>
          <button type="submit" class="button primary" aria-disabled={busy}>
            {props.submit}
          </button>
          {props.buttons}
        </>
      }
    >
      {props.children}
    </FormDialog>
  );
}
