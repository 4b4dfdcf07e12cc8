import { useLayoutEffect, useRef } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Service, TestResult } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import type { ConnectionActions, ConnectionView } from './connectionFields.ts';
import { foundText, isPassing, notSavedText, reportText, testedText } from './connectionTexts.ts';
import { ServiceFields } from './ServiceFields.tsx';

type ConnectionFormProps = ConnectionView & ConnectionActions;

/** The addresses and keys of both services, and the result of their test. */
export function ConnectionForm(props: ConnectionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const reports = useRef<HTMLDivElement>(null);
  /** What had the focus as the person saved or tried again, until something else is typed. */
  const pressedAt = useRef<Element>(null);
  const notePress = () => {
    pressedAt.current = document.activeElement;
  };
  /** Nothing that comes late takes the focus or the view from what the person has gone to since. */
  const isStillThere = () =>
    pressedAt.current !== null && [pressedAt.current, button.current].includes(document.activeElement);
  const { refusals, outcomes, failure, takesFocus, isOffered } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the form opens, or a page is chosen
  useLayoutEffect(() => {
    if (isOffered) form.current?.querySelector<HTMLElement>('[type="password"]')?.focus();
    else if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [isOffered]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each refusal
  useLayoutEffect(() => {
    if (refusals && isStillThere()) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  // A key's input disappears once the key is saved, as does a report with its buttons.
  const before = document.activeElement;
  useLayoutEffect(() => {
    if (before && before === pressedAt.current && !before.isConnected) button.current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each outcome
  useLayoutEffect(() => {
    if (isStillThere()) reports.current?.scrollIntoView({ block: 'nearest' });
  }, [outcomes, failure]);
  const isReady =
    props.isFirst && typeof outcomes.analytics === 'object' && outcomes.analytics.ok && !props.unsaved.length;
  const submit = (event: Event) => {
    event.preventDefault();
    notePress();
    props.onSave();
  };
  return (
    <form
      ref={form}
      noValidate
      class="parts"
      onSubmit={submit}
      onInputCapture={() => {
        pressedAt.current = null;
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
      <div class="part save">
        <button ref={button} type="submit" class="button primary">
          {t('options.save')}
        </button>
        <div class="reports" ref={reports} onClickCapture={notePress}>
          <div role="alert">{failure && <p class="note danger">{failure}</p>}</div>
          <ServiceReport service="analytics" {...props} />
          <ServiceReport service="seo" {...props} />
          {isReady && <p class="muted">{t('options.ready')}</p>}
        </div>
      </div>
      <ServiceFields service="seo" {...props} />
      <div class="part">
        <Checkbox
          label={t('options.keep')}
          hint={t('options.keep_hint')}
          checked={props.forgetKeys}
          onChange={props.onForgetKeys}
        />
      </div>
    </form>
  );
}

type ServiceReportProps = Pick<ConnectionView, 'outcomes' | 'unsaved' | 'status' | 'at'> &
  Pick<ConnectionActions, 'onAccess' | 'onRetry' | 'onSaveAnyway' | 'onUseFound'> & { service: Service };

const serviceNames: Record<Service, () => string> = {
  analytics: () => t('options.analytics'),
  seo: () => t('options.seo'),
};

/** The result of one service's test. The live region is always there, because changes to a new one are not announced. */
export function ServiceReport({ service, outcomes, unsaved, status, at, ...actions }: ServiceReportProps) {
  const outcome = outcomes[service];
  const kept = unsaved.includes(service) ? notSavedText(status[service]) : undefined;
  const tested = at === undefined ? undefined : testedText(at);
  return (
    <div role="status" class="report" aria-label={serviceNames[service]()}>
      {outcome === 'testing' && (
        <ServiceNote icon="refresh" look="busy" service={service} text={t('options.testing')} />
      )}
      {typeof outcome === 'object' &&
        (outcome.ok ? (
          <ServiceNote
            icon="check"
            look="good"
            service={service}
            text={[foundText(service, outcome), kept, tested].filter(Boolean).join(' ')}
          />
        ) : (
          <Failed service={service} outcome={outcome} kept={kept} tested={tested} {...actions} />
        ))}
    </div>
  );
}

interface ServiceNoteProps {
  icon: 'check' | 'refresh';
  look: 'good' | 'busy';
  service: Service;
  text: string;
}

function ServiceNote({ icon, look, service, text }: ServiceNoteProps) {
  return (
    <div class={`note ${look}`}>
      <Icon name={icon} />
      <p>
        <b>{serviceNames[service]()}</b> <span>{text}</span>
      </p>
    </div>
  );
}

interface FailedProps extends Pick<ConnectionActions, 'onAccess' | 'onRetry' | 'onSaveAnyway' | 'onUseFound'> {
  service: Service;
  outcome: Extract<TestResult, { ok: false }>;
  /** Set if the service was not saved: what is still connected. */
  kept: string | undefined;
  tested: string | undefined;
}

/** Why a test failed, whether the input was saved, and what can be done. */
function Failed({ service, outcome, kept, tested, onAccess, onRetry, onSaveAnyway, onUseFound }: FailedProps) {
  const { problem, found } = outcome;
  return (
    <ProblemNote
      problem={problem}
      title={serviceNames[service]()}
      text={[reportText(problem), kept, tested].filter(Boolean).join(' ')}
      onAccess={onAccess}
      onRetry={found ? undefined : onRetry}
    >
      {found && (
        <>
          <span>{t('options.found_at', { url: found })}</span>
          <button type="button" class="button" onClick={() => onUseFound(found)}>
            {t('options.use_found')}
          </button>
        </>
      )}
      {kept && isPassing(problem) && (
        <button type="button" class="button" onClick={onSaveAnyway}>
          {t('options.save_anyway')}
        </button>
      )}
    </ProblemNote>
  );
}
