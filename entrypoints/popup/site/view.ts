import { hostsOf, isWithin } from '@/lib/hosts/hostOf.ts';
import { withoutWww } from '@/lib/hosts/variants.ts';
import type { Problem, Traits, Website } from '@/lib/services/index.ts';
import type { SnippetValues } from '@/lib/tracking/build.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { PopupStart } from '../load.ts';
import type { SeoProps } from '../tracking/SeoProject.tsx';
import { isTyped, offeredTo } from './drafts.ts';
import { type Button, type Draft, newSite, type Send, type Site, type State, type Write } from './state.ts';
import { failureOf, formOf, placeOf, siteAt, traitsIn } from './turn.ts';

/**
 * Returns the form's fields. In the form of a new site, a privacy that the service does not support becomes Private.
 */
export function fieldsOf(state: State, site: Site): WebsiteFields {
  const { base, typed } = formOf(state, site);
  const fields = { ...base, ...typed };
  const { privacy } = traitsIn(state);
  return site.record || privacy.some((one) => one === fields.privacy) ? fields : { ...fields, privacy: 1 };
}

/**
 * Returns the problem to show, if any. `isUnknown`: whether the site's record is unknown because the look-up failed or
 * was not sent. False if the form has a draft or a failed create, because the form must then stay.
 */
export function problemOf(state: State, site: Site): { problem: Problem | undefined; isUnknown: boolean } {
  const { record, isRead, check, writes, outcome, problem } = site;
  const { of, typed } = formOf(state, site);
  // During and after an action, the failure of a look-up is not shown. `reconnected` is not the outcome of an action.
  const failure = writes.length || (outcome && outcome.is !== 'reconnected') ? undefined : failureOf(site);
  // In a private window, the service is asked about a known record only when the person wants that.
  const isUnasked = state.start.private && record && !isRead && check.state === 'idle';
  const isAtForm = isTypedHere(site, { of, typed }) || (problem && !record);
  const isUnknown = !!(failure || isUnasked) && !isAtForm;
  // While the record is unknown, the problem of a change is hidden, unless a deletion may have succeeded.
  const isOver = isUnknown && problem?.code !== 'maybe-deleted';
  return { problem: isOver ? failure : (problem ?? failure), isUnknown };
}

/**
 * Whether the form on the screen has a draft. Fields that are hidden until the service has reported the record are
 * ignored.
 */
const isTypedHere = (site: Site, { of, typed }: Pick<ReturnType<typeof formOf>, 'of' | 'typed'>): boolean =>
  isTyped(typed, of) && (site.isRead || !site.record || !!typed.password);

/**
 * Returns what "Try again" sends: the failed write if its form is shown, otherwise a look-up. Undefined if the write
 * must not be repeated.
 */
export const againOf = (state: State, site: Site): Write | 'site.check' | undefined =>
  site.problem && !problemOf(state, site).isUnknown ? site.again : 'site.check';

/** Returns the record that was created in this popup, if Undo can delete it. Undefined while a write is under way. */
export const createdAs = ({ made, record, writes }: Site) =>
  made && made.record.id === record?.id && !writes.length ? made : undefined;

export const isDeleting = ({ record, deleting }: Site): boolean => deleting !== undefined && deleting === record?.id;

/** Returns the name under which a form is listed in `State.open`. */
export const formName = (account: string, of: string): string => (of === newSite ? of : `${account} ${of}`);

/**
 * Returns what to show below a registered site's privacy; undefined for nothing. `asked`: a box for a new password,
 * with a button to cancel. `unknown`: a box without that button, because the record may have no password. `set`: a note
 * that there is a password. `link`: the address of public statistics, for a kind of service without share links.
 */
function needsOf(
  { record, isChanging, writes }: Site,
  typed: Draft['fields'],
  privacy: Website['privacy'],
  { shareLinks }: Traits,
) {
  if (!record || record.locked) return undefined;
  if (privacy === 0) return record.privacy === 0 && !shareLinks ? 'link' : undefined;
  if (privacy !== 2) return undefined;
  if (isChanging) return 'asked';
  if (!record.has_password) return typed.privacy === 2 ? 'asked' : 'unknown';
  return typed.password || (typed.privacy === 2 && !writes.length) ? 'asked' : 'set';
}

/** Returns the state of the popup's site, along with everything else that the popup shows about it. */
export function siteOf(state: State) {
  const { start, host, related, open } = state;
  const site = siteAt(state, placeOf(state));
  const { record: website, ...shown } = site;
  const { isWarned, writes } = shown;
  const { of, base, typed } = formOf(state, site);
  const fields = fieldsOf(state, site);
  return {
    ...shown,
    host,
    related,
    website,
    /** Whether the service has reported the record in this popup; true if there is no record. */
    isRead: site.isRead || !website,
    /**
     * The record of another name that may count the site's visits: that of its `www.` variant, or of a parent domain.
     */
    covering: related.find((one) => hostsOf(one).some((name) => isWithin(host, withoutWww(name)))),
    ...problemOf(state, site),
    canTryAgain: againOf(state, site) !== undefined,
    fields,
    needs: needsOf(site, typed, fields.privacy, traitsIn(state)),
    typed,
    isTyped: isTypedHere(site, { of, typed }),
    /** Whether another form of this site has a draft that this form can take over (see `offeredTo`). */
    hasOffer: !!offeredTo(site, base, start.defaults.privacy),
    canUndo: !!(site.undo ?? createdAs(site)),
    own: state.own,
    isDeleting: isDeleting(site),
    focus: state.focus,
    lacksPassword: site.lacksPassword && !typed.password,
    staleHost: isWarned && !website ? host : undefined,
    isMore: open.includes(formName(placeOf(state).account, of)),
    busy: writes.length > 0,
  };
}

export type PopupSite = ReturnType<typeof siteOf>;

/** The template of the tracking code, and the values for its placeholders. */
export interface CodeValues {
  template: string;
  values: SnippetValues;
}

export interface FormProps {
  site: PopupSite;
  start: PopupStart;
  send: Send;
  onPress: (button: Button) => void;
  code: CodeValues;
  statisticsUrl: string | undefined;
  /**
   * The host of the open page, for the switch that leaves out the person's own visits. Undefined if this kind of
   * service has no such switch, or if the open page is not a site.
   */
  ownAt: string | undefined;
  /** The properties of the SEO project's line. Undefined without an SEO service, or if the open page is not a site. */
  seo: SeoProps | undefined;
}

export type RecordProps = FormProps & { website: Website };

/** Returns the other connected accounts that are known to have a record of the site. */
export function alsoAt(state: State): string[] {
  const { start, host } = state;
  const accounts = start.connections.list.map(({ account }) => account);
  return accounts.filter((account) => account !== placeOf(state).account && siteAt(state, { account, host }).record);
}
