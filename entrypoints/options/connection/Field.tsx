import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { onSubmitted, plainInput } from '@/components/forms.ts';
import { textOf } from './shown.ts';
import type { Field as FieldName, Opened } from './state.ts';
import { problemWords } from './texts.ts';

/** Returns an element's id in the document, from its name in the form, such as `analytics.url`. */
export const slot = (name: string) => `connection-${name.replace('.', '-')}`;

const FormContext = createContext({} as Opened);
export const FormProvider = FormContext.Provider;
export const useForm = (): Opened => useContext(FormContext);

/**
 * Renders the form. Its button and the Enter key save it. Each new `state.focus` object focuses the element that it
 * names.
 */
export function Form({ state, send, look, children }: Opened & { look: string; children: ComponentChildren }) {
  const { focus } = state;
  useLayoutEffect(() => {
    if (focus) document.getElementById(slot(focus.on))?.focus();
  }, [focus]);
  return (
    <FormProvider value={{ state, send }}>
      <form class={look} noValidate onSubmit={onSubmitted(() => send({ type: 'saved-pressed' }))}>
        {children}
      </form>
    </FormProvider>
  );
}

type Look = 'plain' | 'address' | 'secret' | 'lines' | 'code';

const boxes: Record<Look, (box: object) => ComponentChildren> = {
  plain: (box) => <input type="text" {...box} />,
  address: (box) => <input type="text" inputMode="url" {...box} />,
  secret: (box) => <input type="password" {...box} />,
  lines: (box) => <textarea rows={3} class="code" {...box} />,
  code: (box) => <input type="text" class="code" {...box} />,
};

interface FieldProps {
  name: FieldName;
  label: string;
  /** A note below the box. If the text has a problem, that is shown instead. */
  note?: string | false | undefined;
  /** Whether the note asks the person to do something. */
  isUrgent?: boolean;
  placeholder?: string;
  look?: Look;
  maxLength?: number;
  /** Content at the end of the line with the label. */
  beside?: ComponentChildren;
  children?: ComponentChildren;
}

export function Field({ name, label, note, isUrgent, look = 'plain', beside, children, ...more }: FieldProps) {
  const { state, send } = useForm();
  const id = slot(name);
  const isSecret = look === 'secret';
  const problem = problemWords(state.problems[name], isSecret);
  const box = {
    id,
    dir: look === 'plain' ? 'auto' : 'ltr',
    ...plainInput,
    ...more,
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
      <p id={`${id}-note`} class={problem ? 'error' : isUrgent ? 'hint warned' : 'hint'} aria-live="polite">
        {problem ?? note}
      </p>
      {children}
    </div>
  );
}
