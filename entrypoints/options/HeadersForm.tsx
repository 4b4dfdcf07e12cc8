import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { useFocusWithin } from '@/components/useFocusWithin.ts';
import type { HeaderStatus } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { RemoveButton, SecretInput } from './SecretInput.tsx';
import { useTyped } from './useTyped.ts';

interface StoredHeaderProps {
  header: HeaderStatus;
  /** The host of the connection's address, if it is one. */
  host: string | undefined;
  onForget: () => void;
}

/** A stored header, without its value. */
function StoredHeader({ header, host, onForget }: StoredHeaderProps) {
  const { name, lastFour } = header;
  const isElsewhere = host !== undefined && host !== header.host;
  const known = lastFour ? t('options.header_stored', { name, tail: lastFour }) : name;
  return (
    <li class="stored">
      <span class="stored-text">
        <Icon name={isElsewhere ? 'info' : 'check'} />
        {isElsewhere ? t('options.header_elsewhere', { name, host: header.host }) : known}
      </span>
      <RemoveButton
        name={t('options.header_forget', { name })}
        warning={t('options.header_forget_warning')}
        confirm={t('options.header_forget_confirm')}
        onForget={onForget}
      />
    </li>
  );
}

/** Why a header was not kept; `isValue`: because of what it holds. */
interface Refused {
  text: string;
  isValue?: boolean;
}

export interface HeadersFormProps {
  stored: readonly HeaderStatus[];
  host: string | undefined;
  /** Gives why it was not kept, if it was not. */
  onAdd: (name: string, value: string) => Promise<Refused | undefined>;
  onForget: (name: string) => void;
}

/** The headers that a proxy in front of the service requires. */
export function HeadersForm({ stored, host, onAdd, onForget }: HeadersFormProps) {
  const id = useId();
  const nameBox = useRef<HTMLInputElement>(null);
  // The button that removed a header disappears with it.
  const form = useFocusWithin<HTMLFormElement>(() => nameBox.current?.focus());
  const [name = '', setName] = useTyped('headerName');
  const [value = '', setValue] = useTyped(`headerValue ${host}`);
  /** The host for which a value was typed and not added. */
  const [typedFor, setTypedFor] = useState(value ? host : undefined);
  const isElsewhere = typedFor !== undefined && typedFor !== host && !value;
  const [refused, setRefused] = useState<Refused>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each refusal
  useLayoutEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const nameProblem = refused?.isValue ? undefined : refused?.text;
  const add = async (event: Event) => {
    event.preventDefault();
    const problem = await onAdd(name, value);
    setRefused(problem);
    if (problem) return;
    nameBox.current?.focus();
    setName('');
    setValue('');
    setTypedFor(undefined);
  };
  return (
    <form ref={form} class="part stack headers" noValidate onSubmit={(event) => void add(event)}>
      {stored.length > 0 && (
        <ul class="stack">
          {stored.map((header) => (
            <StoredHeader key={header.name} header={header} host={host} onForget={() => onForget(header.name)} />
          ))}
        </ul>
      )}
      <div class="field">
        <label for={id}>{t('options.header_name')}</label>
        <input
          id={id}
          ref={nameBox}
          type="text"
          dir="ltr"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={200}
          value={name}
          aria-invalid={nameProblem ? 'true' : undefined}
          aria-describedby={`${id}-problem`}
          onInput={(event) => {
            setName(event.currentTarget.value);
            setRefused(undefined);
          }}
        />
        <p class="error" id={`${id}-problem`} aria-live="polite">
          {nameProblem}
        </p>
      </div>
      <SecretInput
        label={t('options.header_value')}
        value={value}
        error={refused?.isValue ? refused.text : undefined}
        note={isElsewhere ? t('options.header_value_empty') : undefined}
        urgent={isElsewhere}
        onInput={(next) => {
          setValue(next);
          setTypedFor(next ? host : undefined);
          setRefused(undefined);
        }}
      />
      <button type="submit" class="button start">
        {t('options.header_add')}
      </button>
    </form>
  );
}
