import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { PopupStart } from '../load.ts';
import type { SeoProps } from '../tracking/SeoProject.tsx';
import { isTyped, offeredTo } from './drafts.ts';
import { type Button, type Draft, newSite, type Send, type Site, type State, type Write } from './state.ts';
import { failureOf, formOf, placeOf, siteAt } from './turn.ts';

/** The fields of the form that is shown. Those of a new site have a privacy that the kind of service supports. */
export function fieldsOf(state: State, site: Site): WebsiteFields {
  const { base, typed } = formOf(state, site);
  const fields = { ...base, ...typed };
  const { privacy } = traitsOf(state.start.connection?.kind);
  return site.record || privacy.some((one) => one === fields.privacy) ? fields : { ...fields, privacy: 1 };
}

/**
 * The problem, if there is one; and whether the shown record may be outdated while no draft would be lost without its form.
 * After an outcome, it is no news that the service cannot be asked again. In a private window, the service is not asked about a
 * known record until the person wants it.
 */
export function problemOf(state: State, site: Site): { problem: Problem | undefined; isUnknown: boolean } {
  const { record, isRead, check, writes, outcome, problem } = site;
  const { of, typed } = formOf(state, site);
  const failure = writes.length || (outcome && outcome.is !== 'reconnected') ? undefined : failureOf(site);
  const isUnasked = state.start.private && record && !isRead && check.state === 'idle';
  const isAtForm = isTypedHere(site, { of, typed }) || (problem && !record);
  const isUnknown = !!(failure || isUnasked) && !isAtForm;
  // In that case a failed change is not shown, but a deletion that may have succeeded is.
  const isOver = isUnknown && problem?.code !== 'maybe-deleted';
  return { problem: isOver ? failure : (problem ?? failure), isUnknown };
}

/** Whether the form that is shown has a draft. The rare fields of a record are shown once it has been read. */
const isTypedHere = (site: Site, { of, typed }: Pick<ReturnType<typeof formOf>, 'of' | 'typed'>): boolean =>
  isTyped(typed, of) && (site.isRead || !site.record || !!typed.password);

/** The action of "Try again". A change is not sent again while its form is not shown. */
export const againOf = (state: State, site: Site): Write | 'site.check' | undefined =>
  site.problem && !problemOf(state, site).isUnknown ? site.again : 'site.check';

/** The record that was created in this popup and can be removed by Undo, unless a write is under way. */
export const createdAs = ({ made, record, writes }: Site) =>
  made && made.record.id === record?.id && !writes.length ? made : undefined;

/** Whether the confirmation of the deletion is shown. */
export const isDeleting = ({ record, deleting }: Site): boolean => deleting !== undefined && deleting === record?.id;

/** The key under which the state remembers that a form shows its rare fields. */
export const formName = (account: string, of: string): string => (of === newSite ? of : `${account} ${of}`);

/**
 * What a registered site shows below its privacy. `asked`: a password is required before the choice is saved. `set`: there is
 * one. `link`: the public statistics have no share link of their own, so their address is offered. Otherwise nothing.
 */
function needsOf({ record, isChanging }: Site, typed: Draft['fields'], privacy: Website['privacy']) {
  if (!record || record.locked) return undefined;
  if (privacy === 0) return record.privacy === 0 && !record.share_url ? 'link' : undefined;
  if (privacy !== 2) return undefined;
  const isAsked = isChanging || (record.has_password ? !!typed.password : typed.privacy === 2);
  return isAsked ? 'asked' : record.has_password ? 'set' : 'unknown';
}

/** Everything that the popup shows of its site. */
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
    /** Whether the service has reported the record, if there is one. */
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
    /** A draft for another record of this site. */
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

/** The values of the tracking code. */
export interface CodeValues {
  template: string;
  values: { base_url: string; domain: string; id: string | undefined };
}

/** The properties of a site's form. */
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
