import { useLayoutEffect, useRef } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { ConnectionStatus, Service } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import type { ConnectionFormState, Field, FieldProblem } from './connectionFields.ts';
import { ServiceFields } from './ServiceFields.tsx';
import { type ServiceOutcome, ServiceReport } from './ServiceReport.tsx';

export interface ConnectionView {
  form: ConnectionFormState;
  status: ConnectionStatus;
  /** The keys shall be forgotten when the browser closes. */
  forgetKeys: boolean;
  replacing: Partial<Record<Service, boolean>>;
  problems: Partial<Record<Field, FieldProblem>>;
  mended: Partial<Record<Field, string>>;
  /** Counts the refused attempts to save: each takes the person to the first box with a problem. */
  refusals: number;
  outcomes: Partial<Record<Service, ServiceOutcome>>;
  /** Why nothing could be saved at all. */
  failure?: string;
  /** Where keys are made, once the address is known. */
  accountUrl?: string;
  /** The first connection stands. */
  isReady: boolean;
}

export interface ConnectionActions {
  onInput: (field: Field, value: string) => void;
  onForgetKeys: (forget: boolean) => void;
  onReplacing: (service: Service, replacing: boolean) => void;
  onForget: (service: Service) => void;
  /** Called straight in the click: the browser is asked for access in it. */
  onSave: () => void;
  onAccess: () => void;
  onRetry: () => void;
}

type ConnectionFormProps = ConnectionView & ConnectionActions;

/** The addresses and keys of both services, and what a test of them found. */
export function ConnectionForm(props: ConnectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focused = useRef<EventTarget>(null);
  const { refusals, outcomes, failure, onAccess, onRetry } = props;
  useLayoutEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  // A box that had the focus is gone once its key is saved.
  useLayoutEffect(() => {
    const isGone = focused.current instanceof Node && !focused.current.isConnected;
    if (isGone && document.activeElement === document.body) button.current?.focus();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    props.onSave();
  };
  return (
    <form
      ref={form}
      noValidate
      class="parts"
      onSubmit={submit}
      onFocusCapture={({ target }) => {
        focused.current = target;
      }}
    >
      <ServiceFields service="analytics" {...props}>
        {props.accountUrl && (
          <a class="beside" href={props.accountUrl} target="_blank" rel="noreferrer">
            {t('options.get_key')}
            <Icon name="external" />
          </a>
        )}
      </ServiceFields>
      <ServiceFields service="seo" hint={t('options.seo_key_hint')} {...props} />
      <div class="part">
        <Checkbox
          label={t('options.keep')}
          hint={t('options.keep_hint')}
          checked={props.forgetKeys}
          onChange={props.onForgetKeys}
        />
      </div>
      <div class="part save">
        <button ref={button} type="submit" class="button primary">
          {t('options.save')}
        </button>
        <div class="reports">
          <div role="alert">{failure && <p class="note danger">{failure}</p>}</div>
          <ServiceReport service="analytics" outcome={outcomes.analytics} onAccess={onAccess} onRetry={onRetry} />
          <ServiceReport service="seo" outcome={outcomes.seo} onAccess={onAccess} onRetry={onRetry} />
          {props.isReady && <p class="muted">{t('options.ready')}</p>}
        </div>
      </div>
    </form>
  );
}
