import type { SiteLook, SiteState } from '../audit/look.ts';
import type { Problem } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';

/** audit: looks at the home page of each site. The others write to the service. */
export type JobKind = 'create' | 'update' | 'delete' | 'audit';

/**
 * waiting: not sent, or certainly not carried out. sending: claimed by a runner, or sent with an outcome still unknown.
 * unknown: the answer was lost and no look-up found the result, so a person decides. skipped: not sent, because the job
 * was cancelled.
 */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'unknown' | 'skipped';

/**
 * How a write succeeded. `confirmed`: its answer was lost, and a look-up found the result. `overridden`: a person has
 * set the same fields since, so nothing remains to be sent. `changed-since`: an undo did not touch the record, because
 * its values have changed since.
 */
export type WriteOutcome =
  | 'created'
  | 'already'
  | 'updated'
  | 'deleted'
  | 'gone'
  | 'confirmed'
  | 'overridden'
  | 'changed-since';
/** How an item succeeded: the outcome of a write, or the state that an audit found. */
export type ItemOutcome = WriteOutcome | SiteState;

/** One write of a job, or one site of an audit. Times are milliseconds since 1970. */
export interface Item {
  job: string;
  /** Its position in the job, from 0. */
  at: number;
  /** The host to create, or the domain under which people know the record to change. */
  key: string;
  /** The record's id (update, delete, audit). For a create: the id of the record that it certainly created. */
  id?: string;
  /** Its source: the line, and the name of the file, tabs or folder with that line. */
  from?: { line: number; source?: string };
  /** Its own settings: they override the job's (create), or replace them where the job has none (undo). */
  fields?: JobFields;
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  /** The result of the audit. */
  look?: SiteLook;
  /**
   * When the service last reported that it has no such website (create). While recent, it saves a look-up. Removed once
   * sent.
   */
  absentAt?: number;
  /** The person confirmed it although the host may be registered already (create). */
  despiteUnknown?: true;
  /** When it was last claimed. */
  sent?: number;
  /** Claimed, and certainly not sent. Removed right before the request; never set by earlier versions. */
  unsent?: true;
  /**
   * Update: the earlier values of the fields, as far as they are known. A write without an answer is repeated, and an
   * undo begins, only if the record still has them. Create: the values of the created record.
   */
  before?: JobFields;
  /**
   * Set if the worker read `before` right before sending the change, so that it can be undone (update). `password`: the
   * service stores a password of the record; `link`: its statistics had an address that ends when the privacy changes.
   */
  seen?: { password?: true; link?: true };
  /**
   * Since it was sent, another press or job has written to its record, or is about to, so it cannot be undone (create,
   * update).
   */
  wanted?: true;
  /** The fields that a person has set since, so that this job does not write them (update). */
  overridden?: readonly string[];
  /** How many times preparing its request failed for an unknown reason. */
  unready?: number;
  /** How many of its answers were lost, and when the last one was lost. */
  lost?: number;
  lostAt?: number;
  /** How many workers in a row claimed it and stopped before the attempt ended, including an attempt under way. */
  claims?: number | undefined;
  /** A person asked to look for it only, so it is not sent again automatically. */
  lookOnly?: true;
  /**
   * A person asked to send it although an earlier create of the host may still be carried out. A number: only if that
   * one was sent before this moment.
   */
  resend?: true | number;
  /**
   * A sent write that may still be carried out. A create is stored under its account and host, so that the next create
   * of the host finds it; a change under the service's address and the record's id, or a project's name.
   */
  open?: [account: string, host: string] | ['record', serviceUrl: string, id: string];
  /** When the create in `open` was sent, and the id that we chose for its record. */
  create?: { at: number; id?: string };
  /** It is not looked up before this moment. Other items are. */
  again?: number;
  /** Its generated password has not been copied yet. */
  secret?: boolean;
}

/** The fields that are stored in the moment of sending. */
export type Noted = Pick<Item, 'open' | 'create' | 'before' | 'seen' | 'wanted'>;

/** running: it continues automatically, now or after `until`. paused: a person must press Resume. */
type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/** careful: stays below 60 requests a minute until the service states its limit. fast: until it states a limit or refuses. */
export type Speed = 'careful' | 'fast';

/** `team`: the id of the team that a website is created for. */
export type JobFields = Omit<WrittenFields, 'password'> & { team?: string };

/**
 * How many items of a job can be undone (`items`), for how many of these a link stays dead (`links`), and how many more
 * have changed and cannot be undone (`left`).
 */
export interface Undo {
  items: number;
  links: number;
  left: number;
}

/** A bulk job, or a press, without its items and without any password. */
export interface Job {
  id: string;
  kind: JobKind;
  /**
   * A person's press for one site, which is sent at once. Also a dismissed job with creates that may still be carried
   * out: not listed among the jobs, and forgotten once their outcome is known.
   */
  press?: true;
  /** Which list it deletes from, if not the websites (a press). */
  list?: 'projects';
  /** Pressed in a private window: its outcome is not stored. */
  private?: true;
  /** A page waits for the outcome. If the worker stops before it answers, the page asks the next worker. */
  awaited?: true;
  /** The service's address and the account that it was started for. It is never sent to another. */
  serviceUrl: string;
  account: string;
  /** The id of the connection that it was started for. Missing in jobs of earlier versions. */
  connection?: string;
  /** A person resumed it with a key that may belong to another account, so its records are looked up again. */
  rebound?: true;
  /** Its schedule started it, and the person has not been notified of all that got worse (audit). */
  isRepeat?: true;
  /** It has been held up before, because no site answered (audit). */
  wasPaused?: true;
  /** It covers every registered site (audit). */
  isWhole?: true;
  /** It was lent access to its sites, which is given back when it has ended (audit). */
  holdsAccess?: true;
  /** Its items have ended, but the visits of its sites are still being requested: not before `until` (audit). */
  asksVisits?: true;
  /** The fields that every item writes (create, update). */
  fields: JobFields;
  /**
   * Only of an undo: the fields of the job that it undoes. Undoing a change, each item has its own `fields`; undoing an
   * addition, it deletes.
   */
  undoes?: JobFields;
  /**
   * The part of it that can be undone. Removed with the next bulk change at its service; missing in jobs of earlier
   * versions.
   */
  undo?: Undo | undefined;
  /** Only of an undo: a later bulk change has begun at its service, so it is not retried. */
  overtaken?: true;
  /** With privacy 2: one password for all, or a generated one for each. */
  password?: 'each' | 'common';
  speed: Speed;
  state: JobState;
  total: number;
  counts: Record<Exclude<ItemState, 'unknown'>, number> & { unknown?: number };
  /** How many of the failed items were refused for good and are not retried. */
  refused?: number;
  /** How many items succeeded, by outcome. For an audit: by what it found first, without the visits and later looks. */
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** How many generated passwords have not been copied yet. */
  secrets: number;
  started: number;
  /** When a person last asked to retry failed items. */
  retried?: number;
  ended?: number;
  /** When its report was first found to be nearly old enough to be deleted. */
  oldSince?: number;
  /** Nothing is sent before this moment; `problem` says why. `since`: when that was decided. */
  until?: number;
  since?: number;
  /** Why it waits or is paused. Undefined: a person paused it. */
  problem?: Problem;
  /** The site that the problem is about, if it is the last of several in a row. */
  problemSite?: string | undefined;
  /** How many requests in a row failed for a temporary reason. */
  troubles: number;
  /** How many items in a row failed. */
  streak: number;
  /** How many answers in a row were lost. */
  unanswered?: number;
  /** When it was last started or resumed, and how many items have ended since, to compute its speed. */
  run: { from: number; ended: number };
}
