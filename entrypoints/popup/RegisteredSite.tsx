import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Privacy, Website } from '@/lib/services/index.ts';
import type { WrittenFields } from '@/lib/websites/fields.ts';
import { later } from './later.tsx';
import { Statistics } from './Statistics.tsx';
import type { Unsaved } from './typed.ts';

const OtherFields = later((views) => views.OtherFields);
const SitePassword = later((views) => views.SitePassword);
const DeleteSite = later((views) => views.DeleteSite);
const LastKnown = later((views) => views.LastKnown);

interface RegisteredSiteProps {
  website: Website;
  unsaved: Unsaved;
  isRead: boolean;
  /** The service cannot be asked how it is now. */
  isUnknown: boolean;
  /** When the service last showed it. */
  readAt: number | undefined;
  pageUrl: string;
  statisticsUrl: string | undefined;
  /** The password that was set in this popup. */
  password: string | undefined;
  busy: boolean;
  /** An outcome was just announced, and keeps the focus. */
  isQuiet: boolean;
  /** Called when the person starts something else, so that the last outcome can be cleared; `all`: also why it failed. */
  onAct: (all?: boolean) => void;
  /** Resolves to whether the service accepted. */
  onSave: (fields: WrittenFields) => Promise<boolean>;
  onDelete: () => void;
  /** Problems and notes, shown below the main button. */
  children: ComponentChildren;
}

/** A registered site: its privacy is saved as soon as it is chosen, the other fields with Save. */
export function RegisteredSite(props: RegisteredSiteProps) {
  const { website, unsaved, pageUrl, statisticsUrl, busy, onSave } = props;
  const [chosen, setChosen] = useState<Privacy | undefined>(
    unsaved.password && (unsaved.privacy ?? 2) === 2 ? 2 : undefined,
  );
  const [deleting, setDeleting] = useState(false);
  const readOnly = !!website.locked;

  // Keep what the person chose while the save was under way, and a password that was not saved.
  const save = async (fields: WrittenFields & { privacy: Privacy }) => {
    const isSaved = await onSave(fields);
    if (isSaved || !fields.password) setChosen((now) => (now === fields.privacy ? undefined : now));
    return isSaved;
  };
  const choose = (privacy: Privacy) => {
    props.onAct(true);
    const isAsBefore = privacy === website.privacy && !busy;
    setChosen(isAsBefore ? undefined : privacy);
    unsaved.privacy = privacy;
    if (!isAsBefore && (privacy !== 2 || website.has_password)) void save({ privacy });
  };
  if (deleting) return <DeleteSite {...props} onCancel={() => setDeleting(false)} />;
  if (props.isUnknown) return <LastKnown {...props} />;
  return (
    <>
      {statisticsUrl && <Statistics url={statisticsUrl} isQuiet={props.isQuiet} />}
      {props.children}
      <PrivacyChoice
        value={chosen ?? website.privacy}
        onChange={choose}
        isSaved
        isUnsaved={chosen === 2 && website.privacy !== 2 && !website.has_password}
        onMove={() => props.onAct(true)}
        disabled={readOnly}
      />
      {(chosen ?? website.privacy) === 2 && !readOnly && (
        <div class={website.has_password ? 'password-set-place' : 'password-place'}>
          <SitePassword
            hasPassword={!!website.has_password}
            last={props.password}
            unsaved={unsaved}
            autoFocus={chosen === 2}
            onSave={(password) => save({ privacy: 2, password })}
          />
        </div>
      )}
      <div class="later">
        <OtherFields
          website={website}
          unsaved={unsaved}
          isRead={props.isRead}
          pageUrl={pageUrl}
          busy={busy}
          onAct={props.onAct}
          onSave={onSave}
          onDelete={() => setDeleting(true)}
        />
      </div>
    </>
  );
}
