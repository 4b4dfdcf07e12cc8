import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Service, ServiceStatus } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { type FieldProblem, keyBox } from './connectionFields.ts';
import { keyText } from './connectionTexts.ts';
import { SecretInput } from './SecretInput.tsx';
import { StoredKey } from './StoredKey.tsx';

interface KeyFieldProps {
  service: Service;
  status: ServiceStatus;
  /** The address as it stands in its box. */
  address: string;
  value: string;
  onInput: (value: string) => void;
  /** A stored key is about to be replaced. */
  replacing: boolean;
  onReplacing: (replacing: boolean) => void;
  problem?: FieldProblem;
  mended: boolean;
  onForget: () => void;
  hint?: string;
  /** Beside the label. */
  children?: ComponentChildren;
}

const keyLabels: Record<Service, () => string> = {
  analytics: () => t('options.api_key'),
  seo: () => t('options.seo_api_key'),
};

/** A service's key: a box to type it in, or that one is stored. What was stored never comes back into the box. */
export function KeyField(props: KeyFieldProps) {
  const { service, status, value, onInput, replacing, problem, mended, onForget, hint } = props;
  const [cameBack, setCameBack] = useState(false);
  const label = keyLabels[service]();
  const { isOpen, host, waiting, canGoBack } = keyBox(status, props);
  const replace = (open: boolean) => {
    setCameBack(!open);
    props.onReplacing(open);
  };
  if (!isOpen)
    return (
      <StoredKey
        service={service}
        status={status}
        label={label}
        onReplace={() => replace(true)}
        onForget={onForget}
        focus={cameBack}
      />
    );
  const isGiven = value !== '' || waiting !== undefined;
  const asked = host && t(isGiven ? 'options.key_goes_to' : 'options.key_other_origin', { host });
  return (
    <SecretInput
      label={label}
      beside={props.children}
      value={value}
      onInput={onInput}
      error={problem && keyText(problem)}
      note={asked ?? (mended ? t('options.key_mended') : hint)}
      urgent={asked !== undefined}
      waiting={waiting && t('options.key_waiting', { tail: waiting.lastFour })}
      onDiscard={() => onInput('')}
      focus={replacing}
      onCancel={canGoBack ? () => replace(false) : undefined}
    />
  );
}
