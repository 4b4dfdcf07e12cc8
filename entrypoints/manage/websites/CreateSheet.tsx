import { useId } from 'preact/hooks';
import { plainInput } from '@/components/forms.ts';
import { SiteName } from '@/components/SiteName.tsx';
import { TeamChoice } from '@/components/TeamChoice.tsx';
import { siteOfText } from '@/lib/hosts/parse.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, refusalText } from '@/lib/text/problems.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { useList } from '../list/useListTab.ts';
import { Sheet, SiteFields } from './Sheet.tsx';
import type { WebsiteForms } from './useWebsiteForms.ts';

/** Says which host will be registered for the typed text, or why none can be registered. */
function ReadDomain({ typed }: { typed: string }) {
  const site = siteOfText(typed);
  if (!typed.trim()) return <>{t('manage.domain_hint')}</>;
  if ('refused' in site) return <>{refusalText(site.refused)}</>;
  return (
    <>
      {t('manage.registers')} <SiteName host={site.host} unicode={toUnicode(site.host)} />
      {site.notes
        .filter((note) => note !== 'idn')
        .map((note) => (
          <span class="reading-note" key={note}>
            {noteText(note)}
          </span>
        ))}
    </>
  );
}

export function CreateSheet({
  forms,
  creation,
}: {
  forms: WebsiteForms;
  creation: NonNullable<WebsiteForms['creation']>;
}) {
  const { parts, names } = useList();
  const { creating, patch, team, teams } = creation;
  const { typed, busy, errors } = creating;
  const id = useId();
  const site = siteOfText(typed);
  const host = 'host' in site ? toUnicode(site.host) : '';
  return (
    <Sheet
      title={t('manage.add_website')}
      form={creating}
      domain={host}
      submit={{
        icon: 'plus',
        label: busy ? t('manage.registering') : host ? t('popup.track', { domain: host }) : t('manage.add_website'),
        busy,
      }}
      onSubmit={creation.create}
      onAnyway={creation.createAnyway}
      onClose={creation.close}
    >
      {names && (
        <ConnectionChoice
          list={parts.map(({ connection }) => connection).filter(forms.mayMoveTo)}
          label={t('popup.connection')}
          value={creation.part.connection.id}
          onChange={forms.moveCreate}
        />
      )}
      <div class="field">
        <label for={id}>{t('popup.type_domain')}</label>
        <input
          id={id}
          dir="ltr"
          data-focus
          inputMode="url"
          {...plainInput}
          placeholder="example.com"
          value={typed}
          // The domain being registered must stay visible until the answer arrives.
          readOnly={busy}
          aria-invalid={errors.domain ? 'true' : undefined}
          aria-describedby={`${id}-error ${id}-reading`}
          onInput={(event) => patch({ typed: event.currentTarget.value })}
        />
        <p class="error" id={`${id}-error`} aria-live="polite">
          {errors.domain}
        </p>
        <p class="hint reading" id={`${id}-reading`}>
          <ReadDomain typed={typed} />
        </p>
      </div>
      <TeamChoice
        label={t('team.belongs_to')}
        teams={teams}
        value={team}
        onChange={(chosen) => patch({ team: chosen ?? null })}
      />
      <SiteFields
        form={creating}
        onChange={(fields) => patch({ fields })}
        hasTeam={!!team}
        passwordPlaceholder={creation.hasPassword ? t('password.default_placeholder') : undefined}
      />
    </Sheet>
  );
}
