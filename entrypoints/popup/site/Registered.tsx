import type { ComponentChildren } from 'preact';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import { later } from '../later.tsx';
import { Statistics } from './Buttons.tsx';
import type { RecordProps } from './view.ts';

const Code = later((views) => views.Code);
const Lines = later((views) => views.Lines);
// `More` is in the same script as `Lines`, which are above it. If they appeared later than `More`, they would push it
// away from the pointer.
const More = later((views) => views.More);
const DeleteSite = later((views) => views.DeleteSite);
const ReadOnly = later((views) => views.ReadOnly);
const RecordFields = later((views) => views.RecordFields);
const SitePassword = later((views) => views.SitePassword);

interface RegisteredProps extends RecordProps {
  /** Whether the tracking code is missing on the page. If so, the main button copies the code. */
  lacksCode: boolean;
  /** Problems and notes, shown below the main button. */
  notes: ComponentChildren;
  children: ComponentChildren;
}

/**
 * Shows a registered site. A choice of privacy is saved at once. But if the site has no password yet, the choice
 * Password is saved together with the typed password. The button Save saves the other fields.
 */
export function Registered({ lacksCode, notes, children, ...form }: RegisteredProps) {
  const { site, website, code, statisticsUrl, ownAt, seo, send, onPress } = form;
  const { privacy } = site.fields;
  const { focus, needs } = site;
  const isCode = lacksCode && needs !== 'asked';
  const isStatistics = !lacksCode && needs !== 'asked';
  if (site.isDeleting) return <DeleteSite {...form}>{notes}</DeleteSite>;
  return (
    <>
      {isCode && <Code {...code} focus={focus} onPress={onPress} isMain />}
      {isStatistics && statisticsUrl && <Statistics url={statisticsUrl} focus={focus} />}
      {notes}
      <div>
        <PrivacyChoice
          value={privacy}
          onChange={(chosen) => send({ type: 'chosen', privacy: chosen })}
          savesAtOnce
          unsavedFrom={privacy === 2 && website.privacy !== 2 && !website.has_password ? [website.privacy] : undefined}
          onMove={() => send({ type: 'left' })}
          hasTeam={!!website.team}
          disabled={!!website.locked}
        />
        {needs && (
          <div class={needs === 'set' || needs === 'link' ? 'password-set-place' : 'password-place'}>
            <SitePassword {...form} />
          </div>
        )}
      </div>
      <div class={seo || ownAt ? 'later with-seo' : 'later'}>
        <Lines {...form} statisticsUrl={isStatistics ? undefined : statisticsUrl} hasCode={!isCode} />
        {children}
        {website.locked ? (
          <ReadOnly website={website} />
        ) : (
          <More isOpen={site.isMore} onToggle={() => onPress('more')}>
            <RecordFields {...form} />
          </More>
        )}
      </div>
    </>
  );
}
