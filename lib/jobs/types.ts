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
  /**
   * Where the item comes from: the number of the line, and the name of the file, tabs or folder with that line
   * (`source`).
   */
  from?: { line: number; source?: string };
  /** Its own settings. In a create they override the job's settings. In an undo they are the only ones. */
  fields?: JobFields;
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  /** The result of the audit. */
  look?: SiteLook;
  /**
   * When the service last reported that it has no such website (create). A recent report saves a look-up. Removed when
   * the item is claimed.
   */
  absentAt?: number;
  /** Set if the person confirmed the create although the host may be registered already. */
  despiteUnknown?: true;
  /** When it was last claimed. */
  sent?: number;
  /**
   * Set if the item is claimed and certainly not sent. Removed right before the request. Earlier versions never set it.
   */
  unsent?: true;
  /**
   * Update: the values of the fields before the change, as far as they are known. An update with a lost answer is
   * repeated, and an undo begins, only if the record still has these values. Create: the values of the created record.
   */
  before?: JobFields;
  /**
   * Set if the worker read the values of `before` immediately ahead of the update, so that it can be undone. `password`:
   * the record had a password at the service. `link`: the record had a share link, which stops working when the privacy
   * changes.
   */
  seen?: { password?: true; link?: true };
  /**
   * Set if another press or job has written to the record after this item, or is about to. The item can then not be
   * undone (create, update).
   */
  wanted?: true;
  /**
   * The names of the fields that a person has set since this job was started. The job no longer writes them (update).
   */
  overridden?: readonly string[];
  /** How many times preparing its request failed for an unknown reason. */
  unready?: number;
  /** How many of its answers were lost, and when the last one was lost. */
  lost?: number;
  lostAt?: number;
  /** How many workers in a row claimed it and stopped before the attempt ended, including an attempt under way. */
  claims?: number | undefined;
  /** Set if a person asked only to look the item up. It is then not sent again automatically. */
  lookOnly?: true;
  /**
   * Set if a person asked to send the item although an earlier request may still be carried out. As a number
   * (milliseconds since 1970): only if that request was sent before this moment.
   */
  resend?: true | number;
  /**
   * Set if the write was sent and may still be carried out. A create has its account and host here, so that the next
   * create of the host finds it. A change has the service's address and the record's id or the project's name.
   */
  open?: [account: string, host: string] | ['record', serviceUrl: string, id: string];
  /** When the create in `open` was sent, and the id that we chose for its record. */
  create?: { at: number; id?: string };
  /** When the item may be looked up again. Other items do not wait for that. */
  again?: number;
  /** Whether its generated password has still to be copied. */
  secret?: boolean;
}

/** The fields of an item that are stored at the moment of sending. */
export type Noted = Pick<Item, 'open' | 'create' | 'before' | 'seen' | 'wanted'>;

/** running: the job continues automatically, now or after `until`. paused: a person must press Resume. */
type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/**
 * careful: stays below 60 requests a minute until the service states its own limit. fast: knows no limit until the
 * service states one or refuses a request.
 */
export type Speed = 'careful' | 'fast';

/** `team`: the id of the team that a website is created for. */
export type JobFields = Omit<WrittenFields, 'password'> & { team?: string };

/**
 * `items`: how many items of a job can be undone. `links`: for how many of these the link to the statistics stays dead
 * after the undo. `left`: how many other items have changed a record and cannot be undone.
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
   * Set for a press: a person's request for one site, which is sent at once. Also set for a dismissed job with creates
   * that may still be carried out. Such a job is not listed, and is forgotten once their outcome is known.
   */
  press?: true;
  /** Set if a press deletes from the list of projects instead of websites. */
  list?: 'projects';
  /** Set if the press was made in a private window. The outcome is then not stored. */
  private?: true;
  /** Set if a page waits for the outcome. If the worker stops before it answers, the page asks the next worker. */
  awaited?: true;
  /**
   * The address of the service and the account that the job was started for. It writes to no other, except if it is
   * `rebound`.
   */
  serviceUrl: string;
  account: string;
  /** The id of the connection that it was started for. Missing in jobs of earlier versions. */
  connection?: string;
  /**
   * Set if a person resumed the job with a key that may belong to another account. Its records are then looked up
   * again.
   */
  rebound?: true;
  /** Set if a schedule started the job, until the person has been notified of all that got worse (audit). */
  isRepeat?: true;
  /** Set if it has been held up before, because no site answered (audit). */
  wasPaused?: true;
  /** Set if it covers every registered site (audit). */
  isWhole?: true;
  /** Set if it was lent access to its sites, which is given back when the audit has ended. */
  holdsAccess?: true;
  /**
   * Set while the visits of its sites are being requested, which begins after its items have ended. Nothing is
   * requested before `until` (audit).
   */
  asksVisits?: true;
  /** The fields that every item writes (create, update). */
  fields: JobFields;
  /**
   * Only in an undo: the fields of the job that it undoes. The undo of a change has its own `fields` in each item. The
   * undo of an addition deletes.
   */
  undoes?: JobFields;
  /**
   * How much of the job can be undone. Removed when the next bulk change at its service begins. Missing in jobs of
   * earlier versions.
   */
  undo?: Undo | undefined;
  /** Only in an undo: set once a later bulk change at its service has begun. The undo is then not retried. */
  overtaken?: true;
  /**
   * Set if the job sets passwords (privacy 2). `common`: one password for all websites. `each`: a generated one for
   * each.
   */
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
  /** Nothing is sent before the moment `until`; `problem` says why. `since`: when the job began to wait. */
  until?: number;
  since?: number;
  /** Why it waits or is paused. Undefined: a person paused it. */
  problem?: Problem;
  /** The site of the last failure, if the job paused because several items in a row failed. */
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
