import { useLayoutEffect, useRef } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { ConnectionActions, ConnectionView } from './connectionView.ts';
import { ServiceFields } from './ServiceFields.tsx';
import { ServiceReport } from './ServiceReport.tsx';

type ConnectionFormProps = ConnectionView & ConnectionActions;

/** The addresses and keys of both services, and the result of their test. */
export function ConnectionForm(props: ConnectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focused = useRef<EventTarget>(null);
  const { refusals, outcomes, failure, onAccess, onRetry } = props;
  useLayoutEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  // A key's input is removed once the key is saved; do not lose the focus with it.
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
