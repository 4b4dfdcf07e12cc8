import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Service, ServiceStatus } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import type { ConnectionActions, ConnectionView, Found } from './connectionFields.ts';
import { type FieldProblem, formFields, isUsed, keyBox } from './connectionFields.ts';
import { addressText, answersText, keyText, storedText } from './connectionTexts.ts';
import { Fixed } from './Fixed.tsx';
import { RemoveButton, SecretInput, Stored } from './SecretInput.tsx';
import { useFocusInPlace } from './useFocusInPlace.ts';

interface KeyFieldProps {
  service: Service;
  status: ServiceStatus;
  /** The address as typed. */
  address: string;
  value: string;
  onInput: (value: string) => void;
  /** The person is replacing a stored key. */
  replacing: boolean;
  onReplacing: (replacing: boolean) => void;
  problem?: FieldProblem;
  corrected: boolean;
  onForget: () => void;
  hint?: string;
  /** Shown beside the label. */
  children?: ComponentChildren;
}

const keyLabels: Record<Service, () => string> = {
  analytics: () => t('options.api_key'),
  seo: () => t('options.seo_api_key'),
};

/** A service's key: an input, or a note that a key is stored. A stored key is never put back into the input. */
function KeyField(props: KeyFieldProps) {
  const { service, status, value, onInput, problem, corrected, onForget, hint } = props;
  // Also where another window stores or removes the key.
  const [view, takeFocus] = useFocusInPlace<HTMLDivElement>('input, .stored button');
  const label = keyLabels[service]();
  const { isOpen, host, canGoBack } = keyBox(status, props);
  const replace = (open: boolean) => {
    takeFocus();
    props.onReplacing(open);
  };
  const asked = host && t(value !== '' ? 'options.key_goes_to' : 'options.key_other_origin', { host });
  return (
    <div ref={view}>
      {isOpen ? (
        <SecretInput
          label={label}
          beside={props.children}
          value={value}
          onInput={onInput}
          error={problem && keyText(problem)}
          note={asked ?? (corrected ? t('options.key_corrected') : hint)}
          urgent={asked !== undefined}
          onCancel={canGoBack ? () => replace(false) : undefined}
        />
      ) : (
        <StoredKey
          service={service}
          status={status}
          label={label}
          onReplace={() => replace(true)}
          onForget={onForget}
        />
      )}
    </div>
  );
}

interface StoredKeyProps {
  service: Service;
  status: ServiceStatus;
  label: string;
  onReplace: () => void;
  onForget: () => void;
}

const keyNames = {
  replace: { analytics: () => t('options.replace'), seo: () => t('options.replace_seo') },
  forget: { analytics: () => t('options.forget'), seo: () => t('options.forget_seo') },
};

/** A stored key: its last four characters and its actions. */
export function StoredKey({ service, status, label, onReplace, onForget }: StoredKeyProps) {
  const id = useId();
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        {label}
      </span>
      <Stored text={storedText(status)} replaceName={keyNames.replace[service]()} onReplace={onReplace}>
        <RemoveButton
          name={keyNames.forget[service]()}
          warning={t('options.forget_warning')}
          confirm={t('options.forget_confirm')}
          onForget={onForget}
        />
      </Stored>
    </fieldset>
  );
}

interface AddressFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  onLeave?: () => void;
  problem?: FieldProblem;
  /** What the person typed, if the address was corrected. */
  corrected?: string;
  found?: Found | undefined;
  children?: ComponentChildren;
}

/** The address of a service. */
function AddressField({ label, value, onInput, onLeave, problem, corrected, found, children }: AddressFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="url"
        dir="ltr"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        placeholder={t('options.address_placeholder')}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={`${id}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={onLeave}
      />
      <p id={`${id}-note`} class={problem ? 'error' : 'hint'} aria-live="polite">
        {problem
          ? addressText(problem)
          : corrected !== undefined
            ? t('options.address_corrected', { typed: corrected.trim() })
            : found && answersText(found)}
      </p>
      {children}
    </div>
  );
}

interface ServiceFieldsProps extends ConnectionView, ConnectionActions {
  service: Service;
  hint?: string;
  /** Shown beside the label of the key. */
  children?: ComponentChildren;
}

const serviceTexts: Record<Service, { icon: IconName; title: (isUsed: boolean) => string; address: () => string }> = {
  analytics: { icon: 'chart', title: () => t('options.analytics'), address: () => t('options.analytics_address') },
  seo: {
    icon: 'search',
    title: (isUsed) => t(isUsed ? 'options.seo' : 'options.add_seo'),
    address: () => t('options.seo_address'),
  },
};

/** One service: its address and its key. */
export function ServiceFields({ service, hint, children, ...view }: ServiceFieldsProps) {
  const id = useId();
  const { address, key } = formFields[service];
  const { form, problems, corrected, onInput, page } = view;
  const isAnalytics = service === 'analytics';
  const status = view.status[service];
  return (
    <fieldset class="part stack" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name={serviceTexts[service].icon} />
        {serviceTexts[service].title(status.url !== undefined)}{' '}
        {!isAnalytics && <span class="tag">{t('options.optional')}</span>}
      </h3>
      <Fixed name={address}>
        <AddressField
          label={serviceTexts[service].address()}
          value={form[address]}
          onInput={(value) => onInput(address, value)}
          problem={problems[address]}
          corrected={corrected[address]}
          onLeave={view.onLeave}
          found={isAnalytics ? view.found : undefined}
        >
          {isAnalytics && page && (
            <button type="button" class="button quiet start" onClick={() => view.onConnect(page)}>
              <Icon name="plus" />
              {t('popup.connect_page', { host: new URL(page).hostname })}
            </button>
          )}
        </AddressField>
      </Fixed>
      {(isAnalytics || isUsed(status, form[address] + form[key])) && (
        <KeyField
          service={service}
          status={status}
          address={form[address]}
          value={form[key]}
          onInput={(value) => onInput(key, value)}
          replacing={view.replacing[service] ?? false}
          onReplacing={(replacing) => view.onReplacing(service, replacing)}
          problem={problems[key]}
          corrected={corrected[key] !== undefined}
          onForget={() => view.onForget(service)}
          hint={hint}
        >
          {children}
        </KeyField>
      )}
    </fieldset>
  );
}
