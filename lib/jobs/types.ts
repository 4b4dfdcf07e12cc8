import type { SiteLook, SiteState } from '../audit/look.ts';
import type { Problem } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';

/** The work of a job. `audit` examines the home pages of sites; the others write to the service. */
export type JobKind = 'create' | 'update' | 'delete' | 'audit';

/**
 * The state of an item. `waiting`: to be sent, for the first time or again. `sending`: claimed by the job's run, or
 * sent with the outcome not known yet. `unknown`: the answer was lost and no look-up found the result, so a person must
 * decide. `skipped`: not sent, because the job was cancelled.
 */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'unknown' | 'skipped';

/**
 * How a write succeeded. `already`: the site was registered before. `gone`: the record was deleted before. `confirmed`:
 * the answer was lost, and a look-up found the result. `overridden`: a later update has set the same fields, so nothing
 * was left to send. `changed-since`: an undo left the record alone, because its values have changed since.
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
/** The outcome of an item that succeeded: the outcome of its write, or the state that an audit found. */
export type ItemOutcome = WriteOutcome | SiteState;

/** One write of a job, or one site of an audit. All times are milliseconds since 1970. */
export interface Item {
  job: string;
  /** The item's position in its job, from 0. */
  at: number;
  /** In a create or audit: the site's host. Otherwise: the domain or project by which people know the record. */
  key: string;
  /** The id of the record that is updated, deleted or audited, or that this item has certainly created. */
  id?: string;
  /** The domain of the record that this item has created, if the service has left out the `www.` of its host. */
  registered?: string;
  /** The line of the pasted text that the item comes from, and the name of its source, such as a file or folder. */
  from?: { line: number; source?: string };
  /**
   * The item's own values of the fields to write. In a create they override the job's values. In the undo of an update
   * they are the only values.
   */
  fields?: JobFields;
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  look?: SiteLook;
  /**
   * For a create: when the service last reported that the host is not registered. A recent report saves a look-up.
   * Removed when the item is claimed.
   */
  absentAt?: number;
  /** Set if the person wants the create although the host may be registered already. */
  despiteUnknown?: true;
  /** When the item was last claimed for sending. In an audit also: when a person last opened the site's page. */
  sent?: number;
  /** Set while the item is claimed and certainly not sent. Earlier versions never set it. */
  unsent?: true;
  /**
   * For an update: the earlier values of its fields, as far as known. They show whether Waymark may repeat the update
   * after a lost answer, and an undo restores them. For a create: the values of the created record. An undo deletes the
   * record only if the record still has these values.
   */
  before?: JobFields;
  /**
   * Set if the values in `before` were read right before the update. Only then can the update be undone. `password`:
   * the service had a password for the record. `link`: the record had a public address, which stops working when the
   * privacy changes.
   */
  seen?: { password?: true; link?: true };
  /**
   * Set if another job or single write has written, or is about to write, to the record after this item. This item can
   * then not be undone. Not set if both are updates that have no field in common.
   */
  wanted?: true;
  /** Set if Waymark has deleted the record after this item. Nothing is left to undo then. */
  deleted?: true;
  /** For an update: the names of fields that a later update has set. The item no longer writes these fields. */
  overridden?: readonly string[];
  /** How many times the item's request could not be prepared, for an unknown reason. */
  unready?: number;
  /** How many times the answer to the item's request was lost (`lost`), and when that last happened (`lostAt`). */
  lost?: number;
  lostAt?: number;
  /** How many workers in a row have claimed the item without finishing it, the present worker included. */
  claims?: number | undefined;
  /** Set if a person asked only for a look-up. The item is then not sent again automatically. */
  lookOnly?: true;
  /**
   * Set if a person wants the item to be sent although an earlier request for it may still be carried out. With a time
   * (milliseconds since 1970), the person has accepted this only for requests that were sent before that time.
   */
  resend?: true | number;
  /**
   * Set if the write was sent and may still be carried out, so that later writes find it. For a create: the account and
   * the host. For an update or deletion: the service's address, and the record's id or the project's name.
   */
  open?: [account: string, host: string] | ['record', serviceUrl: string, id: string];
  /** For a create that was sent: when that was, and the id that Waymark chose for the record. */
  create?: { at: number; id?: string };
  /**
   * For a create: whether another create may have made the host's record. If a look-up finds the record, the outcome of
   * this item is `already`.
   */
  awaits?: boolean;
  /** When to look up the item's record again (milliseconds since 1970). Meanwhile, the job goes on with other items. */
  again?: number;
  /** Whether the person must still copy the item's generated password. */
  secret?: boolean;
}

/** The fields of an item that are stored right before it is sent. */
export type Noted = Pick<Item, 'open' | 'create' | 'before' | 'seen' | 'wanted'>;

/** The state of a job. A `running` job continues, after its wait if it has one. A `paused` job waits for a person. */
type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/**
 * How fast a job sends requests to a service that has stated no rate limit. `careful`: fewer than 60 a minute. `fast`:
 * as fast as the service answers, until it refuses a request because of its rate.
 */
export type Speed = 'careful' | 'fast';

/** The fields that a job writes, without the password. `team`: the id of the team that new websites are created for. */
export type JobFields = Omit<WrittenFields, 'password'> & { team?: string };

/**
 * How much of a job can be undone. `items`: how many items can be undone. `links`: how many public addresses of
 * statistics the undo cannot restore. `left`: how many items have changed a record and cannot be undone.
 */
export interface Undo {
  items: number;
  links: number;
  left: number;
}

/**
 * A bulk job, or a single write by hand (`press`), without its items and without passwords. All times are milliseconds
 * since 1970.
 */
export interface Job {
  id: string;
  kind: JobKind;
  /**
   * Set for a single write: a person's write for one site, which is sent at once. Also set for a dismissed bulk job
   * while its writes may still be carried out. Such a job is not listed, and is deleted once their outcome is known.
   */
  press?: true;
  /** For a single write: set if it deletes a project instead of a website. */
  list?: 'projects';
  /** For a single write: set if it comes from a private window, so that its outcome must not be stored on disk. */
  private?: true;
  /** For a single write: set if a page waits for the outcome. If the worker stops, the page asks again. */
  awaited?: true;
  /** The service's address, and the account to which the job writes. Another account may replace it (see `rebound`). */
  serviceUrl: string;
  account: string;
  /** The id of the connection for which the job was started. Missing in jobs of earlier versions. */
  connection?: string;
  /**
   * Set if a person resumed the job with an API key that may belong to another account. The job's records are then
   * looked up again before they are changed.
   */
  rebound?: true;
  /**
   * Set for an audit that a schedule started, until no more visits are requested for it. Waymark notifies the person if
   * a site got worse. A later audit that takes over the requests for visits also takes over this mark.
   */
  isRepeat?: true;
  /** For an audit: when it was last held up, because no site answered. */
  heldUp?: number;
  /** Set for an audit that covers every registered site. */
  isWhole?: true;
  /** Set for an audit until it has ended and given back the permission to access its sites. */
  holdsAccess?: true;
  /** Set for an ended audit while Waymark still requests the visits of its sites. No request is sent before `until`. */
  asksVisits?: true;
  /** The ids in failed requests for visits. They are requested last, so that one slow website holds up no others. */
  late?: readonly string[];
  /** The fields that every item writes (in a create or update). */
  fields: JobFields;
  /**
   * Set in an undo: the fields of the job to undo. To undo an update, each item has its own `fields`. To undo a create,
   * the record is deleted.
   */
  undoes?: JobFields;
  /**
   * How much of the job can be undone. Removed when another bulk change begins in the same account or for the same
   * records. Missing in jobs of earlier versions and in jobs that cannot be undone.
   */
  undo?: Undo | undefined;
  /** Set in an undo that can no longer be retried, because a later bulk job has the same account or records. */
  overtaken?: true;
  /** How the passwords are chosen, if the job sets any: one common password, or a generated one for each website. */
  password?: 'each' | 'common';
  speed: Speed;
  state: JobState;
  total: number;
  counts: Record<Exclude<ItemState, 'unknown'>, number> & { unknown?: number };
  /** How many items failed because the service refused them for good. These items are not retried. */
  refused?: number;
  /** How many items succeeded, by outcome. An audited site counts by its first outcome, even if that changes later. */
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** How many generated passwords the person has not copied yet. */
  secrets: number;
  started: number;
  /** When a person last asked to retry items of the job. */
  retried?: number;
  ended?: number;
  /** When Waymark first noticed that the job's report is nearly old enough to be deleted (see `keptUntil`). */
  oldSince?: number;
  /** `until`: no request is sent before this time, because of `problem`. `since`: when this wait began. */
  until?: number;
  since?: number;
  /** The reason why the job waits or is paused. Undefined if a person paused it. */
  problem?: Problem;
  /** The site of the last failed item, if the job paused because too many items in a row failed. */
  problemSite?: string | undefined;
  /** How many requests of the job have failed in a row for a temporary reason. */
  troubles: number;
  /** How many of the job's items have failed in a row. */
  streak: number;
  /** How many answers in a row have been lost. */
  unanswered?: number;
  /**
   * `from`: when the job was last started or resumed, by a person or by the worker. `ended`: how many items have ended
   * since then. The job's speed is calculated from both. `meant`: when a person last started or resumed the job, if not
   * at `from`.
   */
  run: { from: number; ended: number; meant?: number };
}
