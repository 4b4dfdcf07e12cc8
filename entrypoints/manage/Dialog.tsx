import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button, type ButtonProps } from '@/components/Button.tsx';
import { onSubmitted } from '@/components/forms.ts';
import { t } from '@/lib/text/i18n.ts';
import { keepFocus, useFocusWithin } from './focus.ts';
import { IconButton } from './IconButton.tsx';
import { useShownConnection } from './useConnections.ts';

interface DialogProps {
  title: ComponentChildren;
  place?: 'side' | 'middle';
  onClose: () => void;
  children: ComponentChildren;
}

/** A ref for a `dialog` that opens the dialog when its element is added, and closes it when the element is removed. */
function modal(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  dialog.showModal();
  const wanted = dialog.querySelectorAll<HTMLElement>('[data-focus]');
  // The last match is the field or button that asks for the focus or, if there is none, the title.
  wanted.item(wanted.length - 1).focus();
  return () => {
    dialog.close();
    // The browser returns the focus to the control that opened the dialog, but that control may have been removed.
    keepFocus();
  };
}

/** Shows a modal dialog. The browser traps the focus in it, closes it on Escape, and then restores the focus. */
export function Dialog({ title, place = 'middle', onClose, children }: DialogProps) {
  const id = useId();
  const { name } = useShownConnection();
  return (
    <dialog
      ref={modal}
      class={`dialog ${place}`}
      aria-labelledby={id}
      closedby="any"
      onMouseDown={(event) => {
        const { currentTarget, target, detail } = event;
        if (target !== currentTarget) return;
        // A click beside the dialog closes it, except the second click of the double click that has opened it.
        currentTarget.closedBy = detail > 1 ? 'closerequest' : 'any';
        // Keeps the focus in the dialog.
        event.preventDefault();
      }}
      // This event comes after the dialog has closed, when another dialog may have replaced this one.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <header>
        <h2 id={id} tabIndex={-1} data-focus>
          {title}
          {name && <bdi class="hint"> {name}</bdi>}
        </h2>
        <IconButton icon="close" label={t('manage.close')} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

function focusWithin(): void {
  const busy = document.querySelector<HTMLElement>('dialog[open] [type=submit][aria-disabled="true"]');
  (busy ?? document.querySelector<HTMLElement>('dialog[open] h2'))?.focus();
}

export interface FormDialogProps extends DialogProps {
  /** The main button. While `busy`, it is `aria-disabled` and keeps the focus; `onSubmit` ignores its presses. */
  submit: ButtonProps & { busy: boolean; 'data-focus'?: true };
  onSubmit: () => void;
  above?: ComponentChildren;
  buttons?: ComponentChildren;
}

export function FormDialog({ submit, onSubmit, above, buttons, children, ...dialog }: FormDialogProps) {
  const { busy, ...main } = submit;
  // Keeps the focus in the form when the pressed control is removed, as Discard and Try again are.
  const form = useFocusWithin<HTMLFormElement>(focusWithin);
  return (
    <Dialog {...dialog}>
      <form class="sheet" ref={form} onSubmit={onSubmitted(onSubmit)}>
        <div class="body stack">{children}</div>
        <footer>
          {above}
          <div class="row">
            <Button type="submit" look="primary" aria-disabled={busy} {...main} />
            {buttons}
            <Button label={t('popup.cancel')} onClick={dialog.onClose} />
          </div>
        </footer>
      </form>
    </Dialog>
  );
}
