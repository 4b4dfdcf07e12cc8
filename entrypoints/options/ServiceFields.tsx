import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Service } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { AddressField } from './AddressField.tsx';
import { formFields } from './connectionFields.ts';
import type { ConnectionActions, ConnectionView } from './connectionView.ts';
import { KeyField } from './KeyField.tsx';

interface ServiceFieldsProps extends ConnectionView, ConnectionActions {
  service: Service;
  hint?: string;
  /** Beside the label of the key. */
  children?: ComponentChildren;
}

const serviceTexts: Record<Service, { icon: IconName; title: () => string; address: () => string }> = {
  analytics: { icon: 'chart', title: () => t('options.analytics'), address: () => t('options.analytics_address') },
  seo: { icon: 'search', title: () => t('options.seo'), address: () => t('options.seo_address') },
};

/** One service: its address and its key. */
export function ServiceFields({ service, hint, children, ...view }: ServiceFieldsProps) {
  const id = useId();
  const { address, key } = formFields[service];
  const { form, problems, mended, onInput } = view;
  return (
    <fieldset class="part stack" aria-labelledby={id}>
      <h3 id={id}>
        <Icon name={serviceTexts[service].icon} />
        {serviceTexts[service].title()} {service === 'seo' && <span class="tag">{t('options.optional')}</span>}
      </h3>
      <AddressField
        label={serviceTexts[service].address()}
        value={form[address]}
        onInput={(value) => onInput(address, value)}
        problem={problems[address]}
        mended={mended[address]}
      />
      <KeyField
        service={service}
        status={view.status[service]}
        address={form[address]}
        value={form[key]}
        onInput={(value) => onInput(key, value)}
        replacing={view.replacing[service] ?? false}
        onReplacing={(replacing) => view.onReplacing(service, replacing)}
        problem={problems[key]}
        mended={mended[key] !== undefined}
        onForget={() => view.onForget(service)}
        hint={hint}
      >
        {children}
      </KeyField>
    </fieldset>
  );
}
