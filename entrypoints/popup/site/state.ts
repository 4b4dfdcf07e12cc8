import type { Input } from '@/lib/messages/ask.ts';
import type { Registration } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { OwnVisitsOf } from '@/lib/tracking/ownVisits.ts';
import type { OwnVisits, VisitReport } from '@/lib/tracking/visits.ts';
import type { WebsiteFields, WrittenFields } from '@/lib/websites/fields.ts';
import type { Picked, PopupStart } from '../load.ts';

/** Identifies a site: a host at an account. One account may have a record of a host while another has none. */
export interface Place {
  account: string;
  host: string;
}

/** Identifies a question to the worker, so that its answer is applied only once, and to the right site. */
interface Question extends Place {
  number: number;
}

/** Values that were typed or chosen in one form but not sent. */
export interface Draft {
  /** The id of the record, or `newSite`. */
  of: string;
  /** `team`: the id of the team that a new site will belong to; empty for the account itself. */
  fields: Partial<WebsiteFields> & { team?: string | undefined };
  /**
   * The record's values when the fields were typed. If the record has other values by now, another window has changed
   * it, and the first press of Save only warns.
   */
  over?: Partial<WebsiteFields>;
}

/** Used in place of a record's id while a site is not registered. Real ids contain no space. */
export const newSite = 'new site';

export interface Create extends Question {
  ask: 'websites.create';
  input: Input<'websites.create'>;
  fields: WrittenFields;
  /** The defaults of a new site (`base`), and the values that were typed instead (`typed`). */
  base: WebsiteFields;
  typed: Draft['fields'];
  /** The create is sent only if this tab still shows this site. Undefined if the tab does not matter. */
  still?: Pick<PopupStart, 'tabId' | 'site'> | undefined;
  /** The failure that was shown before this create. It is shown again if the create is not sent. */
  failed: Pick<Site, 'problem' | 'again'>;
}

export interface Update extends Question {
  ask: 'websites.update';
  input: Input<'websites.update'>;
  fields: WrittenFields;
  /** The part of the draft that this update sends. */
  typed: Draft['fields'];
  before: Website;
  /** Whether the service had reported the record in this popup before this update was sent. */
  wasRead: boolean;
  /** The values that the record must still have for the worker to send the update. */
  seen?: Seen | undefined;
}

export interface Delete extends Question {
  ask: 'websites.delete';
  input: Input<'websites.delete'>;
}

export interface Check extends Question {
  ask: 'site.check';
  input: Input<'site.check'>;
  /** The update that caused this look-up, because it was refused or its answer was lost. */
  about?: Update | undefined;
}

export interface Count extends Question {
  ask: 'websites.hits';
  input: Input<'websites.hits'>;
}

export type Seen = Pick<Input<'websites.update'>, 'domain' | 'sent'>;
export type Write = Create | Update | Delete;

export type Command =
  | (Write | Check | Count)
  /** Waits `ms` milliseconds before the visits are requested again. */
  | ({ ask: 'wait'; ms: number } & Question)
  /**
   * Reads whether the statistics leave out this browser's visits to the open page's host. With `set`, first changes
   * that: true leaves the visits out, false counts them.
   */
  | ({ ask: 'own-visits' } & OwnVisitsOf)
  /** Waits until the person has left the text box or, with `soon`, has paused in typing. */
  | { ask: 'rest'; number: number; soon: boolean }
  | { ask: 'load'; number: number; picked: Picked; isChanged: boolean }
  /** Stores the drafts for the next popup of this browser session. */
  | ({ ask: 'remember'; drafts: readonly Draft[] } & Place)
  | ({ ask: 'recall' } & Place);

/** The outcome of the person's last action, or a message about a change of the connection. */
export type Outcome =
  /** The connection was changed elsewhere (see `PopupStart.said`). */
  | { is: 'reconnected'; text: string }
  /** `unapplied`: the privacy that the service has given a new record, if it is not the one that was sent. */
  | { is: Registration['outcome']; unapplied?: Website['privacy'] }
  | { is: 'saved'; sent: WrittenFields; before: Website; after: Website; isUndo: boolean }
  | { is: 'deleted' | 'already_deleted' | 'unregistered'; domain: string };

/** What the service has reported about the visits to a website, and the wait for the next visit. */
export interface Visits extends Pick<VisitReport, 'last' | 'week' | 'at'> {
  /** The id of the website's record. */
  of: string;
  /** The serial number of the request or pause under way; undefined if there is neither. */
  number?: number | undefined;
  problem?: Problem | undefined;
  /** `on`: Waymark is waiting for a visit. `over`: none arrived in time. */
  wait?: 'on' | 'over' | undefined;
  /** When the wait is over (milliseconds since 1970). */
  until?: number;
}

/** The progress of the popup's look-up of its site. */
export type LookUpState =
  | { state: 'idle' }
  /** `problem`: why the previous look-up failed, or that the answer to a change was lost (see `lostChange`). */
  | { state: 'checking'; problem?: Problem | undefined }
  | { state: 'done' }
  /** The service answered but did not show its whole list, so the site may be registered nevertheless. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

/** The state of one site in one account. */
export interface Site {
  record: Website | undefined;
  /** Whether the service has reported the record in this popup. If not, `record` comes from the local store. */
  isRead: boolean;
  /**
   * When the service last reported the record (milliseconds since 1970), if known. If the record comes from the local
   * store, this is `KnownSite.at`.
   */
  readAt?: number | undefined;
  /** Whether the service has more than one record of this site. */
  several: boolean;
  check: LookUpState;
  /** The last look-up, until it is answered. Answers to earlier look-ups are dropped. */
  asked?: Check | undefined;
  /**
   * The serial number of the last question sent before a write was answered. The answers to this and earlier questions
   * may lack what the write has changed.
   */
  lastBeforeWrite: number;
  writes: readonly Write[];
  /** The serial number of the write that was sent last. */
  last: number;
  outcome?: Outcome | undefined;
  /** The update that undoes the change reported in `outcome`. */
  undo?: { fields: WrittenFields; seen: Seen } | undefined;
  problem?: Problem | undefined;
  /** A failed write or look-up that can be tried again. */
  again?: Write | 'site.check' | undefined;
  /**
   * Whether another action has begun since the last write. If so, the write is not repeated, because its values are not
   * on the screen any more.
   */
  isSuperseded?: boolean;
  /**
   * The record that was created in this popup. Undo deletes it only if it still has the values in `still` and `sent`.
   */
  made?: (Pick<Input<'websites.delete'>, 'still' | 'sent'> & { record: Website }) | undefined;
  /** The password that was set last. It is kept here because the service never reveals it. */
  password?: string | undefined;
  /** The visits to the website. Undefined until the first request, and for kinds of service that report no visits. */
  visits?: Visits | undefined;
  /** Whether the person wants to replace the password. */
  isChanging?: boolean;
  /** The id of the record whose deletion the person has to confirm. */
  deleting?: string | undefined;
  /** Whether the person tried to register or to save without the required password. */
  lacksPassword: boolean;
  /** Whether the person was warned that the tab has navigated away from this host. */
  isWarned?: boolean;
  /** Whether the person wants to register the site although the record of a related host covers it. */
  isSeparate?: boolean;
  /** At most one draft for each form. */
  drafts: readonly Draft[];
}

/** The control that has the focus, or gets it as soon as it appears. */
export interface Focus {
  /**
   * `main`: the main button. `status`: the outcome of the last action. `delete`: the button that asks for a deletion.
   * `view`: another control of the site's view, which disappears with that view. `else`: anything else.
   */
  at: 'main' | 'status' | 'delete' | 'view' | 'else';
  /** The control is focused again whenever this number changes. */
  turn: number;
}

export interface State {
  start: PopupStart;
  focus: Focus;
  picked: Picked;
  host: string;
  sites: Readonly<Record<string, Site>>;
  /** The records of related hosts: the `www.` variant and the parent domains of the shown host. */
  related: readonly Website[];
  /** The names of the forms whose fields under More are shown (see `formName`). */
  open: readonly string[];
  /** Whether the statistics leave out this browser's visits to the open page's host; undefined if unknown. */
  own?: OwnVisits | undefined;
  /**
   * Whether the page has been scanned, or the wait for the scan is over. The service's answer is not shown before that,
   * so that it appears together with the findings on the page.
   */
  isScanOver: boolean;
  /** Answers that wait for the scan of the page, or until the person stops typing. */
  held: readonly Told[];
  /** `number`: the serial number of the last question. `loading`: the serial number of the last `load` command. */
  number: number;
  loading: number;
}

/** The result of a question to the worker: an answer with its time (milliseconds since 1970), or a problem. */
export type Told = Question &
  ({ type: 'answered'; value: unknown; at: number } | { type: 'refused'; problem: Problem });

export type Button =
  | 'track'
  | 'anyway'
  | 'separately'
  | 'save'
  | 'set-password'
  | 'change-password'
  | 'keep-privacy'
  | 'ask-delete'
  | 'keep'
  | 'delete'
  | 'undo'
  | 'again'
  | 'check'
  | 'more'
  | 'use-draft'
  | 'drop-draft'
  | 'discard'
  | 'copied'
  | 'look-again'
  | 'own-visits';

export type Event =
  | { type: 'opened'; start: PopupStart; number: number }
  | { type: 'switched'; to: Picked }
  | { type: 'changed-elsewhere'; accounts: readonly string[] }
  | { type: 'looked' }
  | { type: 'named'; host: string }
  | { type: 'edited'; fields: Draft['fields'] }
  | { type: 'chosen'; privacy: NonNullable<Website['privacy']> }
  /** The person has begun something else, so the messages about the last action are cleared. */
  | { type: 'left' }
  | { type: 'focused'; at: 'main' | 'view' | 'else' }
  | { type: 'pressed'; button: Button; at: number }
  | Told
  | ({ type: 'counted'; at: number } & Pick<Visits, 'last' | 'week' | 'problem'> & Question)
  | ({ type: 'waited' } & Question)
  | { type: 'own-visits'; host: string; own: OwnVisits | undefined }
  /** The tab was closed or shows another site, so the create was not sent. */
  | ({ type: 'navigated' } & Question)
  | { type: 'rested'; number: number }
  /** The drafts of an earlier popup in this browser session were read. */
  | ({ type: 'recalled'; drafts: readonly Draft[] } & Place);

export type Send = (event: Event) => void;
