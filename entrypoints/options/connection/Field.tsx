import type { ComponentChildren } from 'preact';
import { textOf } from './shown.ts';
import type { Field as FieldName, Send, State } from './state.ts';
import { problemWords } from './texts.ts';

export interface FormProps {
  state: State;
  send: Send;
}

type Look = 'plain' | 'address' | 'secret' | 'lines' | 'code';

const boxes: Record<Look, (box: object) => ComponentChildren> = {
  plain: (box) => <input type="text" {...box} />,
  address: (box) => <input type="text" inputMode="url" {...box} />,
  secret: (box) => <input type="password" {...box} />,
  lines: (box) => <textarea rows={3} class="code" {...box} />,
  code: (box) => <input type="text" class="code" {...box} />,
};

/** The id of a slot of the view, by the name that the state gives it. */
export const slot = (name: string) => `connection-${name.replace('.', '-')}`;

interface FieldProps extends FormProps {
  name: FieldName;
  label: string;
  /** A note below the box, said in place of it while it is wrong. */
  note?: string | false | undefined;
  /** The note asks the person to do something. */
  isUrgent?: boolean;
  placeholder?: string;
  look?: Look;
  maxLength?: number;
  /** Shown at the end of the label's line. */
  beside?: ComponentChildren;
  children?: ComponentChildren;
}

/** A box for one text: what was typed, or else what is stored. */
export function Field({
  state,
  send,
  name,
  label,
  note,
  isUrgent,
  placeholder,
  look = 'plain',
  maxLength,
  beside,
  children,
}: FieldProps) {
  const id = slot(name);
  const isSecret = look === 'secret';
  const problem = problemWords(state.problems[name], isSecret);
  const box = {
    id,
    dir: look === 'plain' ? 'auto' : 'ltr',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    maxLength,
    placeholder,
    value: textOf(state, name),
    'aria-invalid': problem ? ('true' as const) : undefined,
    'aria-describedby': `${id}-note`,
    onInput: (event: { currentTarget: { value: string } }) =>
      send({ type: 'typed', field: name, text: event.currentTarget.value }),
  } as const;
  return (
    <div class="field">
      <div class="label-row">
        <label for={id}>{label}</label>
        {beside}
      </div>
      {boxes[look](box)}
      <p id={`${id}-note`} class={problem ? 'error' : isUrgent ? 'hint urgent' : 'hint'} aria-live="polite">
        {problem ?? note}
      </p>
      {children}
    </div>
  );
}
