import { useId } from 'preact/hooks';
import { useFocusWithin } from '@/components/useFocusWithin.ts';
import type { Templates } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import {
  placeholders,
  type TemplateName,
  type TemplateProblem,
  templateProblem,
} from '../../lib/connections/urlTemplates.ts';
import { Fixed } from './Fixed.tsx';
import { useTyped } from './useTyped.ts';

interface TemplateFieldProps {
  name: TemplateName;
  label: string;
  value: string;
  initial: string;
  /** Called with valid texts only. */
  onChange: (value: string) => void;
}

function problemWords(problem: TemplateProblem): string {
  if (problem.reason === 'placeholder') return t('options.template_placeholder', { name: problem.name });
  if (problem.reason === 'empty') return t('options.template_empty');
  return t(problem.reason === 'code' ? 'options.template_code' : 'options.template_address');
}

/** An address or code with placeholders. */
function TemplateField({ name, label, value, initial, onChange }: TemplateFieldProps) {
  const id = useId();
  // The button that resets it goes, also where another window does that.
  const field = useFocusWithin<HTMLDivElement>('input, textarea');
  const [typed, setTyped] = useTyped(name);
  const text = typed ?? value;
  const problem = templateProblem(name, text);
  const change = (next: string) => {
    const isGood = templateProblem(name, next) === undefined;
    setTyped(isGood ? undefined : next);
    if (isGood) onChange(next);
  };
  const box = {
    id,
    dir: 'ltr',
    autocomplete: 'off',
    spellcheck: false,
    value: text,
    'aria-invalid': problem ? ('true' as const) : undefined,
    'aria-describedby': `${id}-problem ${id}-places`,
    onInput: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  } as const;
  return (
    <div class="field" ref={field}>
      <div class="label-row">
        <label for={id}>{label}</label>
        {text !== initial && (
          <button type="button" class="link beside" onClick={() => change(initial)}>
            {t('options.reset')}
          </button>
        )}
      </div>
      {name === 'trackingCode' ? (
        <textarea rows={4} class="code" {...box} />
      ) : (
        <input type="text" class="code" {...box} />
      )}
      <p class="error" id={`${id}-problem`} aria-live="polite">
        {problem && problemWords(problem)}
      </p>
      <p class="hint" id={`${id}-places`}>
        {t('options.placeholders')}{' '}
        {placeholders[name].map((place) => (
          <code key={place} dir="ltr">{`{${place}}`}</code>
        ))}
      </p>
    </div>
  );
}

const templateLabels: Record<TemplateName, () => string> = {
  statisticsUrl: () => t('options.statistics_url'),
  accountUrl: () => t('options.account_url'),
  trackingCode: () => t('options.tracking_code'),
};

interface TemplatesProps {
  value: Templates;
  initial: Templates;
  onChange: (part: Partial<Templates>) => void;
}

/** URL and code templates for what the interface does not report. */
export function TemplatesForm({ value, initial, onChange }: TemplatesProps) {
  return (
    <div class="parts">
      <div class="part stack">
        {(Object.keys(templateLabels) as TemplateName[]).map((name) => (
          <Fixed key={name} name={name}>
            <TemplateField
              name={name}
              label={templateLabels[name]()}
              value={value[name]}
              initial={initial[name]}
              onChange={(text) => onChange({ [name]: text })}
            />
          </Fixed>
        ))}
      </div>
    </div>
  );
}
