import { TraitsProvider } from '@/components/useTraits.ts';
import { hostOfConnection, nameOf } from '@/lib/connections/name.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { Fold, PlaceButtons } from './ConnectionPanel.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { HeadersForm, type HeadersFormProps } from './HeadersForm.tsx';
import { OwnFields } from './OwnFields.tsx';
import { sharedTexts } from './rulesText.ts';
import { Saved } from './Section.tsx';
import { TemplatesForm } from './TemplatesForm.tsx';
import { type OneConnectionProps, useOneConnection } from './useOneConnection.ts';
import { useSaid } from './useSetting.ts';
import { useTrySite } from './useTrySite.ts';

export const OwnHeaders = (props: HeadersFormProps) => (
  <Fold title={t('options.headers')} hint={t('options.headers_hint')}>
    <HeadersForm {...props} />
  </Fold>
);

interface OneProps extends OneConnectionProps {
  onRemove: (id: string) => void;
}

/** One of several connections: its form and, once it is stored, its own settings. */
export function OneConnection(props: OneProps) {
  const whole = useOneConnection(props, true);
  const { connection, id, form, headers } = whole;
  return (
    <TraitsProvider value={traitsOf(connection?.kind)}>
      <ConnectionForm {...form} />
      <OwnHeaders {...headers} />
      {connection ? (
        <OwnParts {...props} {...whole} connection={connection} />
      ) : (
        <div class="part row places">
          <button type="button" class="button quiet risky" onClick={() => props.onRemove(id)}>
            {t('options.discard_connection')}
          </button>
        </div>
      )}
    </TraitsProvider>
  );
}

type OwnPartsProps = OneProps & ReturnType<typeof useOneConnection> & { connection: ConnectionAddress };

/** The own settings of one of several connections, besides its form. */
function OwnParts({ id, connection, own, changeOwn, newSites, pages, all, ...actions }: OwnPartsProps) {
  const [said, tell] = useSaid();
  const tried = useTrySite(all);
  return (
    <>
      <div class="part stack own">
        <OwnFields
          name={own.name}
          host={hostOfConnection(connection)}
          rules={own.rules}
          shared={sharedTexts(id, own.rules, all)}
          onName={(name) => void changeOwn({ name }, tell)}
          onRules={(rules) => void changeOwn({ rules }, tell)}
          tried={tried}
        />
        <Saved said={said} />
      </div>
      <Fold title={t('options.defaults')} hint={t('options.defaults_hint')} said={newSites.said}>
        <DefaultsForm defaults={newSites.value} onChange={newSites.onChange} onPassword={newSites.onPassword} />
      </Fold>
      <Fold title={t('options.service_pages')} hint={t('options.service_pages_hint')} said={pages.said}>
        <TemplatesForm value={pages.value} initial={pages.initial} onChange={pages.onChange} />
      </Fold>
      <PlaceButtons name={nameOf(connection)} onRemove={() => actions.onRemove(id)} />
    </>
  );
}
