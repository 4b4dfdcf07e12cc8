import type { ComponentChildren } from 'preact';
import { SiteName } from '@/components/SiteName.tsx';
import { useTraits } from '@/components/useTraits.ts';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { later } from '../later.tsx';
import type { PopupStart } from '../load.ts';
import type { PageStatus } from '../tracking/look.ts';
import { usePageLook } from '../tracking/usePageLook.ts';
import { unicodeOf } from '../unicode.ts';
import { NewSite } from './NewSite.tsx';
import { Registered } from './Registered.tsx';
import { Status } from './Status.tsx';
import type { Button, Send } from './state.ts';
import { useSuffix } from './useSuffix.ts';
import type { FormProps, PopupSite } from './view.ts';

const Covered = later((views) => views.Covered);
const LastKnown = later((views) => views.LastKnown);
const Names = later((views) => views.Names);
const Notes = later((views) => views.Notes);
const PageNotes = later((views) => views.PageNotes);
const Problem = later((views) => views.Problem);
const RecordDetails = later((views) => views.RecordDetails);

interface BodyProps {
  form: FormProps;
  connection: ConnectionAddress;
  tracking: PageStatus | undefined;
  publicSuffix: Suffix['publicSuffix'];
  isService: boolean;
  /** The notes on the page's code. */
  children: ComponentChildren;
}

/** Shows a registered, covered or new site. While its present record is unknown, shows the last known one. */
function SiteBody({ form, connection, tracking, isService, publicSuffix, children }: BodyProps) {
  const { site, start, statisticsUrl, onPress } = form;
  const { website, covering, problem, isUnknown, focus } = site;
  const problemNote = problem && <Problem site={site} problem={problem} connection={connection.id} onPress={onPress} />;
  const notes = <Notes {...form} publicSuffix={publicSuffix} connection={connection.id} isService={isService} />;
  if (isUnknown && !site.isDeleting)
    return (
      <>
        {problemNote}
        {notes}
        <LastKnown website={website} readAt={site.readAt} tracking={tracking} statisticsUrl={statisticsUrl} />
        {children}
      </>
    );
  if (website)
    return (
      <Registered
        {...form}
        website={website}
        lacksCode={tracking?.state === 'missing' && !!website.id}
        notes={[problemNote, notes]}
      >
        {children}
      </Registered>
    );
  // If the person has typed into the form of a new site, that form stays.
  if (covering && !site.isSeparate && !problem && !site.isTyped)
    return (
      <>
        <Covered statisticsUrl={statisticsUrl} focus={focus} onSeparately={() => onPress('separately')} />
        {children}
      </>
    );
  return (
    <NewSite
      {...form}
      hasPassword={start.defaults.hasPassword}
      disabled={publicSuffix === 'icann'}
      problem={problemNote}
    >
      {notes}
      {children}
    </NewSite>
  );
}

interface SiteProps {
  start: PopupStart;
  connection: ConnectionAddress;
  site: PopupSite;
  send: Send;
  children: ComponentChildren;
}

export function Site({ start, connection, site, send, children }: SiteProps) {
  const { host, website } = site;
  const baseUrl = connection.analyticsUrl;
  const isOpenPage = 'host' in start.site;
  const tabHost = 'host' in start.site ? start.site.host : (start.host ?? '');
  const look = usePageLook(start, baseUrl, () => send({ type: 'looked' }));
  const suffix = useSuffix(tabHost, !website);
  const publicSuffix = host === tabHost ? suffix.publicSuffix : undefined;
  const tracking = isOpenPage ? look?.tracking(site) : undefined;
  const onPress = (button: Button) => send({ type: 'pressed', button, at: Date.now() });
  const { seoUrl, seoAccount } = connection;
  const { ownVisits } = useTraits();
  const record = website ?? site.covering;
  const form: FormProps = {
    site,
    start,
    send,
    onPress,
    code: { template: start.preferences.trackingCode, values: { base_url: baseUrl, domain: host, id: website?.id } },
    statisticsUrl:
      record && fillUrl(start.preferences.statisticsUrl, { base_url: baseUrl, domain: record.domain, id: record.id }),
    ownAt: isOpenPage && ownVisits ? tabHost : undefined,
    seo:
      isOpenPage && seoUrl
        ? { url: seoUrl, host, account: site.isRead ? seoAccount : undefined, isPrivate: start.private }
        : undefined,
  };
  const at = `${connection.account} ${start.host}`;
  return (
    <>
      <div class="site">
        <h1>
          <SiteName host={host} unicode={unicodeOf(host)} />
        </h1>
        <Names
          key={at}
          site={{ seen: tabHost, registrable: suffix.registrable, related: site.related }}
          value={host}
          onChange={(name) => send({ type: 'named', host: name })}
        />
        <Status site={site} tracking={tracking} onUndo={() => onPress('undo')} />
        {website && !site.isUnknown && <RecordDetails site={site} website={website} onPress={onPress} />}
      </div>
      {children}
      <div class="stack" key={`${at} ${website?.id}`}>
        <SiteBody
          form={form}
          connection={connection}
          tracking={tracking}
          publicSuffix={publicSuffix}
          isService={!!look?.isService}
        >
          {tracking && look && <PageNotes status={tracking} trackers={look.trackers} id={record?.id} />}
        </SiteBody>
      </div>
    </>
  );
}
