import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Website } from '@/lib/services/index.ts';
import type { FormProps } from './formProps.ts';
import { later } from './later.tsx';
import { Statistics } from './Statistics.tsx';

const OtherFields = later((views) => views.OtherFields);
const SitePassword = later((views) => views.SitePassword);
const DeleteSite = later((views) => views.DeleteSite);
const LastKnown = later((views) => views.LastKnown);

interface RegisteredSiteProps extends FormProps {
  website: Website;
  statisticsUrl: string | undefined;
  /** Problems and notes, shown below the main button. */
  children: ComponentChildren;
}

/** A registered site: its privacy is saved as soon as it is chosen, the other fields with Save. */
export function RegisteredSite(props: RegisteredSiteProps) {
  const { site, website, statisticsUrl, send, onPress, children } = props;
  const [deleting, setDeleting] = useState(false);
  const readOnly = !!website.locked;
  const { privacy } = site.fields;
  const onAct = () => send({ type: 'left' });
  if (deleting)
    return (
      <DeleteSite
        website={website}
        busy={site.busy}
        onAct={onAct}
        onCancel={() => setDeleting(false)}
        onDelete={() => onPress('delete')}
      >
        {children}
      </DeleteSite>
    );
  if (site.isUnknown)
    return (
      <LastKnown website={website} readAt={site.readAt} statisticsUrl={statisticsUrl}>
        {children}
      </LastKnown>
    );
  return (
    <>
      {statisticsUrl && <Statistics url={statisticsUrl} isQuiet={!!site.outcome} hasOffer={site.hasOffer} />}
      {children}
      <PrivacyChoice
        value={privacy}
        onChange={(chosen) => send({ type: 'chosen', privacy: chosen })}
        isSaved
        isUnsaved={privacy === 2 && website.privacy !== 2 && !website.has_password}
        onMove={onAct}
        disabled={readOnly}
      />
      {privacy === 2 && !readOnly && (
        <div class={website.has_password ? 'password-set-place' : 'password-place'}>
          <SitePassword {...props} />
        </div>
      )}
      <div class="later">
        <OtherFields {...props} onDelete={() => setDeleting(true)} />
      </div>
    </>
  );
}
