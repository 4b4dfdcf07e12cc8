import type { ComponentChildren } from 'preact';
import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Service, TestResult } from '@/lib/messages/commands.ts';
import { tokenScripts } from '@/lib/services/tokenScripts.ts';
import { defaultKind } from '@/lib/services/traits.ts';
import { isolated } from '@/lib/text/findings.ts';
import { t } from '@/lib/text/i18n.ts';
import {
  answersText,
  foundText,
  isPassing,
  keyStoredText,
  notSavedText,
  reportText,
  testedText,
} from '../connectionTexts.ts';
import { Fixed } from '../Fixed.tsx';
import { keyLook, urlOf } from './check.ts';
import { Field, slot, useForm } from './Field.tsx';
import { Stored } from './Stored.tsx';
import { isAsTried, isUnsaved, kindOf, outcomeOf, textOf } from './shown.ts';
import type { State } from './state.ts';
import { serviceTexts } from './texts.ts';

interface PartProps {
  service: Service;
}

/** Returns a note about the address: how it was corrected, or which service was found there. */
function addressNote(state: State, service: Service): string | undefined {
  const field = `${service}.url` as const;
  const typed = state.corrected[field];
  if (typed !== undefined) return t('options.address_corrected', { typed: typed.trim() });
  const { found } = state;
  if (service !== 'analytics' || !found) return undefined;
  if (found.service === undefined) return t('options.testing');
  if (!found.service) return undefined;
  const isThere = urlOf(textOf(state, field)) === (found.service.url ?? urlOf(found.page));
  return isThere ? answersText(found.service.kind) : undefined;
}

/** Renders a link to the service's page where keys are made. */
function AccountLink() {
  const { state } = useForm();
  const base_url = urlOf(textOf(state, 'analytics.url'));
  const href = base_url && fillUrl(textOf(state, 'accountUrl'), { base_url });
  if (!href || state.found?.service?.hasKeys === false) return null;
  return (
    <a class="beside" href={href} target="_blank" rel="noreferrer">
      {t('options.get_key')}
      <Icon name="external" />
    </a>
  );
}

/**
 * Returns a note on how to get a token, if this version of the service may not have keys. Otherwise returns undefined.
 */
function tokenNote(state: State, service: Service): string | undefined {
  const script = tokenScripts[kindOf(state) ?? defaultKind];
  const isAsked = service === 'analytics' && script && state.found?.service?.hasKeys !== true;
  return isAsked ? t('options.token', { script: isolated(script) }) : undefined;
}

/** Says that the SEO service uses the analytics service's key, and shows a button to give it a key of its own. */
function Follows() {
  const { send } = useForm();
  const separate = () => send({ type: 'replacing', service: 'seo', isOn: true });
  return (
    <p class="hint">
      {t('options.key_copied')}{' '}
      <button type="button" id={slot('seo.replace')} class="link" onClick={separate}>
        {t('options.separate_key')}
      </button>
    </p>
  );
}

function StoredKey({ service }: PartProps) {
  const { state, send } = useForm();
  const words = serviceTexts[service];
  return (
    <fieldset class="field" aria-label={words.key()}>
      <div class="label-row">
        <span class="label">{words.key()}</span>
        {service === 'analytics' && <AccountLink />}
      </div>
      <Stored
        text={keyStoredText(state.read.status[service])}
        replace={{
          label: words.replace(),
          slot: `${service}.replace`,
          onClick: () => send({ type: 'replacing', service, isOn: true }),
        }}
        what={`key ${service}`}
        label={words.forget()}
        warning={t('options.forget_warning')}
      />
    </fieldset>
  );
}

/**
 * Renders the box for a service's key or, if a key is stored, a line about it. A stored key never appears in the box.
 */
function KeyPart({ service }: PartProps) {
  const { state, send } = useForm();
  const field = `${service}.key` as const;
  const look = keyLook(state, service);
  if (look.is === 'copy') return <Follows />;
  if (look.is === 'stored') return <StoredKey service={service} />;
  const { host, copyTo, canGoBack } = look;
  const asked = host && t(textOf(state, field) === '' ? 'options.key_other_origin' : 'options.key_goes_to', { host });
  return (
    <Field
      name={field}
      label={serviceTexts[service].key()}
      look="secret"
      note={asked ?? (state.corrected[field] === undefined ? tokenNote(state, service) : t('options.key_corrected'))}
      isUrgent={asked !== undefined}
      beside={service === 'analytics' && <AccountLink />}
    >
      {canGoBack && (
        <Button
          look="quiet start"
          label={t('options.cancel_replace')}
          onClick={() => send({ type: 'replacing', service, isOn: false })}
        />
      )}
      {copyTo && (
        <Button
          look="quiet start"
          label={t('options.use_same_key', { host: copyTo })}
          onClick={() => send({ type: 'copied' })}
        />
      )}
    </Field>
  );
}

/** Renders a service's name for screen readers. Sighted people can tell the service from the boxes above. */
const Title = ({ service }: { service: Service }) => (
  <span class="visually-hidden">{serviceTexts[service].title()}</span>
);

function Failed({ service, outcome }: PartProps & { outcome: Extract<TestResult, { ok: false }> }) {
  const { state, send } = useForm();
  const { problem, found } = outcome;
  const isPast = isUnsaved(state, service) && !isAsTried(state);
  const kept = isUnsaved(state, service) ? notSavedText(state.read.status[service]) : undefined;
  return (
    <ProblemNote
      problem={problem}
      text={[reportText(problem), kept, tested(state, service)].filter(Boolean).join(' ')}
      onAccess={() => send({ type: 'retried' })}
      onRetry={found || isPast ? undefined : () => send({ type: 'retried' })}
    >
      {found && !isPast && (
        <>
          <span>{t('options.found_at', { url: found })}</span>
          <Button label={t('options.use_found')} onClick={() => send({ type: 'saved-pressed', url: found })} />
        </>
      )}
      {kept && !isPast && isPassing(problem) && (
        <Button label={t('options.save_anyway')} onClick={() => send({ type: 'saved-pressed', anyway: true })} />
      )}
    </ProblemNote>
  );
}

/**
 * Returns a text that says when a service was last tested. Undefined if it was never tested, or once this form has
 * begun a save or a test.
 */
const tested = ({ read, number }: State, service: Service): string | undefined =>
  number === 0 && read.last?.report[service] ? testedText(read.last.at) : undefined;

/** Renders the outcome of a service's test. The live region always exists, because a new one would not be announced. */
export function Outcome({ service }: PartProps) {
  const { state } = useForm();
  const outcome = outcomeOf(state, service);
  const kept = isUnsaved(state, service) ? notSavedText(state.read.status[service]) : undefined;
  return (
    <div role="status" class="outcome" aria-label={serviceTexts[service].title()}>
      {outcome === 'testing' && (
        <p class="hint line-icon">
          <Icon name="refresh" />
          <span>
            <Title service={service} /> {t('options.testing')}
          </span>
        </p>
      )}
      {typeof outcome === 'object' &&
        (outcome.ok ? (
          <>
            <p class="good line-icon">
              <Icon name="check" />
              <span>
                <Title service={service} />{' '}
                {[foundText(service, outcome), kept, tested(state, service)].filter(Boolean).join(' ')}
              </span>
            </p>
            {outcome.phpMessage && <p class="hint">{t('options.php_message', { message: outcome.phpMessage })}</p>}
          </>
        ) : (
          <>
            <Title service={service} />
            <Failed service={service} outcome={outcome} />
          </>
        ))}
    </div>
  );
}

export function ServicePart({ service, children }: PartProps & { children?: ComponentChildren }) {
  const { state, send } = useForm();
  const field = `${service}.url` as const;
  const isFirst = service === 'analytics';
  const isUsed = isFirst || textOf(state, field) !== '';
  const page = isFirst && !textOf(state, field) ? state.lastPage : undefined;
  return (
    <div class="part stack">
      <Fixed name={isFirst ? 'analyticsUrl' : 'seoUrl'}>
        <Field
          name={field}
          label={serviceTexts[service].address()}
          look="address"
          placeholder={isFirst ? t('options.address_placeholder') : undefined}
          note={addressNote(state, service)}
          beside={
            isFirst ? undefined : isUsed ? (
              <button type="button" class="link risky beside" onClick={() => send({ type: 'seo-removed' })}>
                {t('options.remove_seo')}
              </button>
            ) : (
              <span class="hint">{t('options.optional')}</span>
            )
          }
        >
          {page && (
            <Button
              look="quiet start"
              icon="plus"
              label={t('popup.connect_page', { host: new URL(page).hostname })}
              onClick={() => send({ type: 'connect', page })}
            />
          )}
        </Field>
      </Fixed>
      {isUsed && <KeyPart service={service} />}
      <Outcome service={service} />
      {children}
    </div>
  );
}
