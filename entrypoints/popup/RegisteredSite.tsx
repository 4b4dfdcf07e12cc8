import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { PasswordField } from '@/components/PasswordField.tsx';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Privacy, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { lazyAfterPaint } from './lazyAfterPaint.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import { useDelayedChoice } from './useDelayedChoice.ts';

const DeleteSite = lazyAfterPaint(() => import('./DeleteSite.tsx').then((module) => module.DeleteSite));

interface Props {
  website: Website;
  params: readonly string[];
  statisticsUrl: string | undefined;
  busy: boolean;
  /** Resolves to whether the service accepted. */
  onSave: (fields: ReturnType<typeof changed>) => Promise<boolean>;
  onDelete: () => void;
  /** The tracking status; shown above the less frequent actions. */
  children: ComponentChildren;
}

/** A registered site: its privacy is saved as soon as it is chosen, the other fields with Save. */
export function RegisteredSite({ website, params, statisticsUrl, busy, onSave, onDelete, children }: Props) {
  const [chosen, setChosen] = useState<Privacy>();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [edited, setEdited] = useState<WebsiteFields>();
  const [deleting, setDeleting] = useState(false);
  const before = toFields(website);
  const changes = edited ? changed(before, edited) : {};
  const readOnly = website.locked !== undefined;

  // Keeps what the person typed or chose while the save was under way.
  const save = async (privacy: Privacy, withPassword?: string) => {
    if (await onSave({ privacy, ...(withPassword ? { password: withPassword } : {}) }))
      setPassword((typed) => (typed === withPassword ? '' : typed));
    setChosen((now) => (now === privacy ? undefined : now));
  };
  const delayed = useDelayedChoice((privacy) => {
    if (privacy === website.privacy && !busy) setChosen(undefined);
    else if (privacy !== 2 || website.has_password) void save(privacy);
  });
  const choose = (privacy: Privacy, byArrowKey: boolean) => {
    setMissing(false);
    setChosen(privacy);
    delayed.choose(privacy, byArrowKey);
  };
  const submitPassword = () => {
    setMissing(!password);
    if (password) void save(2, password);
  };

  if (deleting)
    return <DeleteSite domain={website.domain} busy={busy} onCancel={() => setDeleting(false)} onDelete={onDelete} />;
  return (
    <>
      <PrivacyChoice
        value={chosen ?? website.privacy}
        onChange={choose}
        onSettled={delayed.settle}
        disabled={readOnly}
      />
      {(chosen ?? website.privacy) === 2 && !readOnly && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            submitPassword();
          }}
        >
          <PasswordField
            value={password}
            onChange={setPassword}
            placeholder={website.has_password ? t('password.kept_placeholder') : undefined}
            error={missing ? t('password.needed') : undefined}
            autoFocus={chosen === 2 && !website.has_password && !delayed.byArrowKey}
          />
          <button type="submit" class="button">
            {t('popup.set_password')}
          </button>
        </form>
      )}
      {readOnly ? (
        <p class="note warn">
          <Icon name="warning" />
          {t('popup.read_only')}
        </p>
      ) : (
        <form
          class="stack"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await onSave(changes)) setEdited((typed) => (typed === edited ? undefined : typed));
          }}
        >
          <MoreOptions fields={edited ?? before} onChange={setEdited} params={params} />
          {Object.keys(changes).length > 0 && (
            <button type="submit" class="button primary" disabled={busy}>
              {busy ? t('popup.saving') : t('popup.save')}
            </button>
          )}
        </form>
      )}
      {children}
      <div class="row actions">
        {statisticsUrl && (
          <a class="button quiet" href={statisticsUrl} target="_blank" rel="noreferrer">
            <Icon name="chart" />
            {t('popup.open_statistics')}
          </a>
        )}
        {!readOnly && (
          <button type="button" class="button quiet risky" onClick={() => setDeleting(true)}>
            <Icon name="trash" />
            {t('popup.delete')}
          </button>
        )}
      </div>
    </>
  );
}
