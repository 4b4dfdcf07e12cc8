import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { PopupStart } from '../load.ts';
import type { SeoProps } from '../tracking/SeoProject.tsx';
import { isTyped, offeredTo } from './drafts.ts';
import { type Button, type Draft, newSite, type Send, type Site, type State, type Write } from './state.ts';
import { failureOf, formOf, placeOf, siteAt } from './turn.ts';

/** The fields of the form that is shown; those of a new site with a privacy that the kind of service has. */
export function fieldsOf(state: State, site: Site): WebsiteFields {
  const { base, typed } = formOf(state, site);
  const fields = { ...base, ...typed };
  const { privacy } = traitsOf(state.start.connection?.kind);
  return site.record || privacy.some((one) => one === fields.privacy) ? fields : { ...fields, privacy: 1 };
}

/**
 * What is wrong, if anything; and whether what is shown of the site may not be true any more, and nothing is typed that would
 * be lost without its form. After an outcome, that the service cannot be asked again is no news. What is known from earlier
 * is not asked about in a private window until the person wants it.
 */
export function problemOf(state: State, site: Site): { problem: Problem | undefined; isUnknown: boolean } {
  const { record, isRead, check, writes, outcome, problem } = site;
  const { of, typed } = formOf(state, site);
  const failure = writes.length || (outcome && outcome.is !== 'reconnected') ? undefined : failureOf(site);
  const isUnasked = state.start.private && record && !isRead && check.state === 'idle';
  const isAtForm = isTypedHere(site, { of, typed }) || (problem && !record);
  const isUnknown = !!(failure || isUnasked) && !isAtForm;
  // A change that failed is not on the screen then; a deletion that may have been carried out is.
  const isOver = isUnknown && problem?.code !== 'maybe-deleted';
  return { problem: isOver ? failure : (problem ?? failure), isUnknown };
}

/** Whether something is typed in the form that is shown; the rare fields of a record are shown once it was read. */
const isTypedHere = (site: Site, { of, typed }: Pick<ReturnType<typeof formOf>, 'of' | 'typed'>): boolean =>
  isTyped(typed, of) && (site.isRead || !site.record || !!typed.password);

/** What "Try again" does; nothing is sent again while what it would change is not shown. */
export const againOf = (state: State, site: Site): Write | 'site.check' | undefined =>
  site.problem && !problemOf(state, site).isUnknown ? site.again : 'site.check';

/** What was created in this popup and can be taken back, unless a write is under way. */
export const createdAs = ({ made, record, writes }: Site) =>
  made && made.record.id === record?.id && !writes.length ? made : undefined;

/** Whether the question is shown whether the record is to be deleted. */
export const isDeleting = ({ record, deleting }: Site): boolean => deleting !== undefined && deleting === record?.id;

/** The name under which it is remembered that a form shows its rare fields. */
export const formName = (account: string, of: string): string => (of === newSite ? of : `${account} ${of}`);

/**
 * Whether a registered site needs a password: one is `asked` for before the choice is saved, is `set`, or is not known of; or
 * its public statistics have no other `link` than their own address.
 */
function needsOf({ record, isChanging }: Site, typed: Draft['fields'], privacy: Website['privacy']) {
  if (!record || record.locked) return undefined;
  if (privacy === 0) return record.privacy === 0 && !record.share_url ? 'link' : undefined;
  if (privacy !== 2) return undefined;
  const isAsked = isChanging || (record.has_password ? !!typed.password : typed.privacy === 2);
  return isAsked ? 'asked' : record.has_password ? 'set' : 'unknown';
}

/** What the popup shows of its site. */
export function siteOf(state: State) {
  const { start, host, related, open } = state;
  const site = siteAt(state, placeOf(state));
  const { record: website, check, outcome, isWarned, writes, password } = site;
  const { of, base, typed } = formOf(state, site);
  const fields = fieldsOf(state, site);
  return {
    host,
    related,
    website,
    /** The service has shown the record, if there is one. */
    isRead: site.isRead || !website,
    readAt: site.readAt,
    several: site.several,
    covering: website ? undefined : related.find((one) => !hostsOf(one).includes(host)),
    check,
    ...problemOf(state, site),
    canTryAgain: againOf(state, site) !== undefined,
    fields,
    needs: needsOf(site, typed, fields.privacy),
    typed,
    isTyped: isTypedHere(site, { of, typed }),
    /** Something was typed for another record of this site. */
    hasOffer: !!offeredTo(site, base, start.defaults.privacy),
    outcome,
    canUndo: !!(site.undo ?? createdAs(site)),
    password,
    visits: site.visits,
    own: state.own,
    isChanging: site.isChanging,
    isDeleting: isDeleting(site),
    focus: state.focus,
    lacksPassword: site.lacksPassword && !typed.password,
    staleHost: isWarned && !website ? host : undefined,
    isSeparate: site.isSeparate,
    isMore: open.includes(formName(placeOf(state).account, of)),
    busy: writes.length > 0,
  };
}

export type PopupSite = ReturnType<typeof siteOf>;

/** What the tracking code is made of. */
export interface CodeValues {
  template: string;
  values: { base_url: string; domain: string; id: string | undefined };
}

/** What the form of a site is given. */
export interface FormProps {
  site: PopupSite;
  start: PopupStart;
  send: Send;
  onPress: (button: Button) => void;
  code: CodeValues;
  /** The address of the website's statistics. */
  statisticsUrl: string | undefined;
  /** The host of the open page, where its tracker lets a browser leave out its own visits. */
  ownAt: string | undefined;
  /** Undefined if the site can have no project. */
  seo: SeoProps | undefined;
}

export type RecordProps = FormProps & { website: Website };

/** The other accounts that are known to have the site. */
export function alsoAt(state: State): string[] {
  const { connections, connection, host = '' } = state.start;
  const accounts = connections.list.map(({ account }) => account);
  return accounts.filter((account) => account !== connection?.account && siteAt(state, { account, host }).record);
}
