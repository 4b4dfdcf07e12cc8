import { onSubmitted } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import { MoreFields } from '@/components/MoreFields.tsx';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { t } from '@/lib/text/i18n.ts';
import { edits, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { Code } from '../tracking/Code.tsx';
import { openConnect } from './openSettings.ts';
import { rareChanges } from './presses.ts';
import { connectable } from './servicePages.ts';
import { useFocus } from './useFocus.ts';
import { useTeamOfSite } from './useTeamOfSite.ts';
import type { FormProps, RecordProps } from './view.ts';

/**
 * Shows a button that opens the settings to connect the service whose page is open. No request is sent to that service
 * until the button is pressed.
 */
function ConnectHere({ start }: Pick<FormProps, 'start'>) {
  const page = connectable(start);
  return page ? (
    <button type="button" class="button quiet" onClick={() => openConnect(page)}>
      <Icon name="plus" />
      {t('popup.connect_page', { host: new URL(page).hostname })}
    </button>
  ) : null;
}

const edit = ({ site, send }: FormProps) => ({
  fields: site.fields,
  onChange: (after: WebsiteFields) => send({ type: 'edited', fields: edits(site.fields, after) }),
});

function NewTeam({ start, site, send }: FormProps) {
  const { all, team, usual } = useTeamOfSite(start, site.typed, true);
  return (
    <TeamChoice
      label={t('team.belongs_to')}
      teams={all}
      value={team}
      isFixed={site.busy}
      onChange={(chosen) =>
        send({ type: 'edited', fields: { team: chosen?.id === usual?.id ? undefined : (chosen?.id ?? '') } })
      }
    />
  );
}

export const NewFields = (form: FormProps) => (
  <>
    <NewTeam {...form} />
    <MoreFields {...edit(form)} pageUrl={form.start.url} />
    <Code {...form.code} focus={form.site.focus} />
    <ConnectHere start={form.start} />
  </>
);

/** Shows the contents of "More" for a registered site: fields with a button to save them, and rare actions. */
export function RecordFields({ website, ...form }: RecordProps) {
  const { site, start, onPress } = form;
  const { settings } = useTraits();
  const isChanged = Object.keys(rareChanges(website, site.typed).fields).length > 0;
  const button = useFocus<HTMLButtonElement>(site.focus.at === 'delete', site.focus.turn);
  const when = (isReady: boolean, press: () => void) => ({
    'aria-disabled': !isReady,
    onClick: () => isReady && press(),
  });
  return (
    <>
      {/* Until the service has shown the record, most of its fields are unknown. */}
      {site.isRead && settings.length > 0 && (
        <form class="stack" onSubmit={onSubmitted(() => isChanged && onPress('save'))}>
          <MoreFields {...edit(form)} reported={toFields(website)} pageUrl={start.url} />
          <div class="row">
            <button type="submit" class="button" aria-disabled={!isChanged || site.busy}>
              {site.busy && isChanged ? t('popup.saving') : t('popup.save')}
            </button>
            <button type="button" class="button quiet" {...when(isChanged && !site.busy, () => onPress('discard'))}>
              {t('popup.discard')}
            </button>
          </div>
        </form>
      )}
      <ConnectHere start={start} />
      <button type="button" class="button quiet risky" ref={button} onClick={() => onPress('ask-delete')}>
        <Icon name="trash" />
        {t('popup.delete')}
      </button>
    </>
  );
}
