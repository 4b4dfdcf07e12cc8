import { useId } from 'preact/hooks';
import { LinesField } from '@/components/MoreFields.tsx';
import { t } from '@/lib/text/i18n.ts';
import { toLines } from '@/lib/websites/fields.ts';
import { Fixed } from './Fixed.tsx';
import { readRules, refusedText, wildcardExample } from './rulesText.ts';
import { useTyped } from './useTyped.ts';

interface TextFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  isAddress?: boolean;
  /** Announced while the person types. */
  said?: string;
  onInput: (value: string) => void;
}

function TextField({ label, value, placeholder, isAddress, said, onInput }: TextFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        dir={isAddress ? 'ltr' : 'auto'}
        inputMode={isAddress ? 'url' : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={isAddress ? undefined : 100}
        value={value}
        placeholder={placeholder}
        aria-describedby={said === undefined ? undefined : `${id}-said`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {said !== undefined && (
        <p class="hint" id={`${id}-said`} aria-live="polite">
          {said}
        </p>
      )}
    </div>
  );
}

export interface OwnFieldsProps {
  name: string;
  /** The name that is used if the person gives none. */
  host: string;
  rules: readonly string[];
  /** Says which rules another connection has, too. */
  shared: readonly string[];
  onName: (name: string) => void;
  onRules: (rules: string[]) => void;
  /** A site to try, and the connection it belongs to. */
  tried: { typed: string; said: string; onInput: (text: string) => void };
}

/** The name of a connection, and the rules for its sites. */
export function OwnFields({ name, host, rules, shared, onName, onRules, tried }: OwnFieldsProps) {
  const [typed, setTyped] = useTyped('rules');
  // Until another window changes the rules, the box shows what was typed, including invalid lines and line breaks.
  const isTyped = typed !== undefined && readRules(typed).rules.join('\n') === rules.join('\n');
  const text = isTyped ? typed : rules.join('\n');
  return (
    <>
      <Fixed name="name">
        <TextField label={t('options.connection_name')} value={name} placeholder={host} onInput={onName} />
      </Fixed>
      <Fixed name="rules">
        <LinesField
          label={t('options.rules')}
          hint={t('options.rules_hint', { below: wildcardExample })}
          value={text}
          error={toLines(text).length ? refusedText(readRules(text)) : undefined}
          remarks={shared}
          onChange={(next) => {
            setTyped(next);
            onRules(readRules(next).rules);
          }}
        />
      </Fixed>
      <TextField label={t('options.try')} value={tried.typed} isAddress said={tried.said} onInput={tried.onInput} />
    </>
  );
}
