import type { Input } from '@/lib/messages/ask.ts';
import type { Registration } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { OwnVisitsMark } from '@/lib/services/types.ts';
import type { OwnVisits } from '@/lib/tracking/visits.ts';
import type { WebsiteFields, WrittenFields } from '@/lib/websites/fields.ts';
import type { LookUpState } from '@/lib/websites/record.ts';
import type { Picked, PopupStart } from '../load.ts';

/** Where a site is shown: one service may know a host that another one does not. */
export interface Place {
  account: string;
  host: string;
}

/** Names a question, so that its answer finds the site it is about, once. */
interface Question extends Place {
  number: number;
}

/** What was typed or chosen in one form and not sent. */
export interface Draft {
  /** The id of the record that it is for, or `newSite`. */
  of: string;
  /** `team`: the id of the one that a new site will belong to; empty: the account's own. */
  fields: Partial<WebsiteFields> & { team?: string | undefined };
  /** What the record held where this was typed: another value by now is another window's change, and not overwritten unseen. */
  over?: Partial<WebsiteFields>;
}

/** The form of a site that is not registered; no id has a space. */
export const newSite = 'new site';

export interface Create extends Question {
  ask: 'websites.create';
  input: Input<'websites.create'>;
  fields: WrittenFields;
  /** What a new site starts with, and what was typed instead. */
  base: WebsiteFields;
  typed: Draft['fields'];
  /** Sent only if the tab still shows this site. */
  still?: Pick<PopupStart, 'tabId' | 'site'> | undefined;
  /** What failed before it, and is told again if it is not sent. */
  failed: Pick<Site, 'problem' | 'again'>;
}

export interface Update extends Question {
  ask: 'websites.update';
  input: Input<'websites.update'>;
  fields: WrittenFields;
  /** The part of the draft that is sent. */
  typed: Draft['fields'];
  before: Website;
  /** The service had shown how it was before. */
  wasRead: boolean;
  /** What is looked at before it is sent. */
  seen?: Seen | undefined;
}

export interface Delete extends Question {
  ask: 'websites.delete';
  input: Input<'websites.delete'>;
}

export interface Check extends Question {
  ask: 'site.check';
  input: Input<'site.check'>;
  /** The change that was refused, or whose answer was lost: this tells how the record is. */
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
  /** Waits so long (milliseconds) until the visits may be asked for again. */
  | ({ ask: 'wait'; ms: number } & Question)
  /** Reads whether the visits to the open page's address are left out in this browser, after setting it where that is wanted. */
  | { ask: 'own-visits'; host: string; tabId: number; mark: OwnVisitsMark; set?: boolean }
  /** Waits until nobody is typing; `soon`: or until a pause. */
  | { ask: 'rest'; number: number; soon: boolean }
  | { ask: 'load'; number: number; picked: Picked; isChanged: boolean }
  /** What was typed stays for the next popup of this session. */
  | ({ ask: 'remember'; drafts: readonly Draft[] } & Place)
  | ({ ask: 'recall' } & Place);

/** How the last action ended. */
export type Outcome =
  /** None yet: another connection came into force. */
  | { is: 'reconnected'; text: string }
  | { is: Registration['outcome'] }
  | { is: 'saved'; sent: WrittenFields; before: Website; after: Website; isUndo: boolean }
  | { is: 'deleted' | 'already_deleted' | 'unregistered'; domain: string };

/** What the service says of the visits to a website. */
export interface Visits {
  /** The record's id. */
  of: string;
  /** The question or the pause that is under way. */
  number?: number | undefined;
  /** When the last one arrived (milliseconds since 1970); null: never; undefined: not known. */
  last?: number | null | undefined;
  /** The number of the last seven days, where the service knows no moment. */
  week?: number | undefined;
  /** When the service said so. */
  at?: number | undefined;
  /** Why the service did not answer the last question. */
  problem?: Problem | undefined;
  /** `on`: a visit is waited for. `over`: none came in time. */
  wait?: 'on' | 'over' | undefined;
  /** When the wait is over. */
  until?: number;
}

/** What is known of one site, what was done with it, and what became of that. */
export interface Site {
  record: Website | undefined;
  /** The service has shown in this popup whether there is a record. */
  isRead: boolean;
  /** When the service last showed it (milliseconds since 1970), if that is known. */
  readAt?: number | undefined;
  /** The service has more than one record of it. */
  several: boolean;
  check: LookUpState;
  /** The look-up that was asked last; an earlier answer is dropped. */
  asked?: Check | undefined;
  /** The question asked last before the record was written: an answer to it, or to an earlier one, knows nothing of that. */
  written: number;
  /** Under way, and the number of the one sent last. */
  writes: readonly Write[];
  last: number;
  outcome?: Outcome | undefined;
  /** Undoes the change that `outcome` tells of. */
  undo?: { fields: WrittenFields; seen: Seen } | undefined;
  problem?: Problem | undefined;
  /** What failed and can be tried again: a write, or the look-up. */
  again?: Write | 'site.check' | undefined;
  /** Something else was begun since the last write was sent: to try that again would send what is not on the screen. */
  isLeft?: boolean;
  /** The record that was created in this popup, and what it must still be for that to be undone. */
  made?: (Pick<Input<'websites.delete'>, 'still' | 'sent'> & { record: Website }) | undefined;
  /** The password that was set last, kept because the service never shows it. */
  password?: string | undefined;
  /** Asked for where the kind of service tells them. */
  visits?: Visits | undefined;
  /** Another password is wanted in the place of the one that is set. */
  isChanging?: boolean;
  /** The id of the record that is asked about, whether it is to be deleted. */
  deleting?: string | undefined;
  /** It was pressed without the password that it needs. */
  lacksPassword: boolean;
  /** The person was warned that the tab has navigated away from this host. */
  isWarned?: boolean;
  /** It is to be registered although another record covers it. */
  isSeparate?: boolean;
  /** At most one of each form. */
  drafts: readonly Draft[];
}

/**
 * Where the focus is, or goes as soon as that appears, and at once with each further `turn`: the main button; the outcome; the
 * button that asks for a deletion; something in the `view` of the site, which goes with that; something `else`, which stays.
 */
export interface Focus {
  at: 'main' | 'status' | 'delete' | 'view' | 'else';
  turn: number;
}

export interface State {
  start: PopupStart;
  focus: Focus;
  /** What the person chose in the place of what the popup shows by itself. */
  picked: Picked;
  /** The name that is shown. */
  host: string;
  sites: Readonly<Record<string, Site>>;
  /** Records of other names that cover this site or are covered by it. */
  related: readonly Website[];
  /** The forms whose rarely used fields are shown. */
  open: readonly string[];
  /** Whether this browser's visits to the open page's address are left out; undefined: not known. */
  own?: OwnVisits | undefined;
  /** The page was looked at: what the service says and what was seen appear together. */
  isLooked: boolean;
  /** Answers that wait, for the page to be looked at or for somebody to stop typing. */
  held: readonly Told[];
  /** The number of the question asked last, and of the last one that loads a start. */
  number: number;
  loading: number;
}

export interface Answered extends Question {
  type: 'answered';
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Refused extends Question {
  type: 'refused';
  problem: Problem;
}

export type Told = Answered | Refused;

/** What a person can press. */
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
  /** Something else was begun. */
  | { type: 'left' }
  | { type: 'focused'; at: 'main' | 'view' | 'else' }
  | { type: 'pressed'; button: Button; at: number }
  | Told
  | ({ type: 'counted'; at: number } & Pick<Visits, 'last' | 'week' | 'problem'> & Question)
  | ({ type: 'waited' } & Question)
  | { type: 'own-visits'; host: string; own: OwnVisits | undefined }
  /** The tab had gone elsewhere: nothing was sent. */
  | ({ type: 'navigated' } & Question)
  | { type: 'rested'; number: number }
  /** What was typed in an earlier popup of this session. */
  | ({ type: 'recalled'; drafts: readonly Draft[] } & Place);

export type Send = (event: Event) => void;
