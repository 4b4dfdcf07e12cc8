import type { SiteLook, SiteState } from '../audit/look.ts';
import type { Problem } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';

/** The work of a job. `audit` examines the home pages of sites; the others write to the service. */
export type JobKind = 'create' | 'update' | 'delete' | 'audit';

/**
 * The state of an item. `waiting`: it will be sent, for the first time or again. `sending`: the job's run has claimed
 * it, or it was sent and its outcome is not known yet. `unknown`: its answer was lost and no look-up found the result,
 * so a person must decide. `skipped`: it was not sent, because the job was cancelled, or it is a site whose result was
 * discarded after its audit had ended (see `takeBack`).
 */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'unknown' | 'skipped';

/**
 * How a write succeeded. `already`: the site was registered before. `gone`: the record had been deleted before.
 * `confirmed`: the answer was lost or was a refusal, but a look-up found the result. `overridden`: a later update has
 * set the same fields, so nothing was left to send. `changed-since`: an undo left the record alone, because its values
 * have changed since.
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
/** The outcome of an item that succeeded: that of its write, or the state that an audit found. */
export type ItemOutcome = WriteOutcome | SiteState;

/** One write of a job, or one site of an audit. All times are milliseconds since 1970. */
export interface Item {
  job: string;
  /** The item's position in its job, from 0. */
  at: number;
  /** In a create or audit: the site's host. Otherwise: the domain or project name by which people know the record. */
  key: string;
  /** The id of the record that is updated, deleted or audited, or that this item has certainly created. */
  id?: string;
  /** The domain of the record that this item has created, if the service has dropped the `www.` of its host. */
  registered?: string;
  /** Where the item comes from: the line of the pasted text, and the name of the source, such as a file or folder. */
  from?: { line: number; source?: string };
  /**
   * The item's own values of the fields to write. In a create, they override the job's values. In the undo of an
   * update, they are the only values.
   */
  fields?: JobFields;
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  look?: SiteLook;
  /**
   * For a create: when the service last reported that the host is not registered. If that was a short time ago, no
   * look-up is needed. Removed when the item is claimed.
   */
  absentAt?: number;
  /** Set if the person wants the create even though the host may already be registered. */
  despiteUnknown?: true;
  /** When the item was last claimed for sending. In an audit, also when a person last opened the site's page. */
  sent?: number;
  /**
   * Set when the item is claimed, and removed right before it is sent. While it is set, the last claim has certainly
   * sent nothing. Earlier versions never set it.
   */
  unsent?: true;
  /**
   * For an update: the earlier values of its fields, if known. They decide whether Waymark may repeat the update after
   * a lost answer, and an undo restores them. For a create: the values of the created record. An undo deletes the
   * record only if it still has these values.
   */
  before?: JobFields;
  /**
   * Set if the values in `before` were read right before the update, or were stored and recent (see `knownNow`). Only
   * then can the update be undone. `password`: the service had a password for the record. `link`: the record had a
   * public address, which stops working when the privacy changes.
   */
  seen?: { password?: true; link?: true };
  /**
   * Set if another job or single write has written, or is about to write, to the record after this item, or has sent a
   * create of the same host before. This item can then no longer be undone. Not set if both are updates without a
   * common field.
   */
  wanted?: true;
  /** Set if Waymark has deleted the record after this item, so that nothing is left to undo. */
  deleted?: true;
  /** For an update: the names of fields that a later update has set. The item does not write these fields any more. */
  overridden?: readonly string[];
  /** How many times the item's request could not be prepared, for an unknown reason. */
  unready?: number;
  /** How many of the item's answers were lost (`lost`), and when the last one was (`lostAt`). */
  lost?: number;
  lostAt?: number;
  /** How many workers in a row have claimed the item without finishing it, including the present worker. */
  claims?: number | undefined;
  /** Set if the person asked only for a look-up, so that the item is not sent again automatically. */
  lookOnly?: true;
  /**
   * Set if the person wants to send the item although an earlier request for it may still be carried out. If it is a
   * time (milliseconds since 1970), the person has accepted this only for requests sent before that time.
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
   * For a create: whether another create may have made the host's record. If so and a look-up finds the record, the
   * outcome of this item is `already`.
   */
  awaits?: boolean;
  /** When to look up the item's record again (milliseconds since 1970). Meanwhile, the job goes on with other items. */
  again?: number;
  /** Whether the person still has to copy the item's generated password. */
  secret?: boolean;
}

/** The fields of an item that are stored right before its request is sent. */
export type Noted = Pick<Item, 'open' | 'create' | 'before' | 'seen' | 'wanted'>;

/** The state of a job. `running`: it continues, perhaps after a wait. `paused`: it waits for a person. */
type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/**
 * How fast a job sends requests to a service that states no rate limit. `careful`: fewer than 60 a minute. `fast`: as
 * fast as the service answers, until it refuses a request for exceeding its limit.
 */
export type Speed = 'careful' | 'fast';

/** The fields that a job writes, without the password. `team`: the id of the team that will own new websites. */
export type JobFields = Omit<WrittenFields, 'password'> & { team?: string };

/**
 * How much of a job can be undone. `items`: how many items. `links`: how many public addresses of statistics the undo
 * cannot bring back. `left`: how many items have changed a record but cannot be undone.
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
   * Set for a single write: a person's write for one site, which is sent at once. Also set for a bulk job that was
   * dismissed while its writes may still be carried out. Such a job is not listed, and is deleted once all their
   * outcomes are known.
   */
  press?: true;
  /** For a single write: set if it deletes a project, not a website. */
  list?: 'projects';
  /** For a single write: set if it comes from a private window, so that its outcome must not be stored on disk. */
  private?: true;
  /** For a single write: set if a page waits for its outcome. If the worker stops, the page asks again. */
  awaited?: true;
  /** The service's address, and the account that the job writes to. The account may be replaced (see `rebound`). */
  serviceUrl: string;
  account: string;
  /** The id of the connection for which the job was started. Missing in jobs of earlier versions. */
  connection?: string;
  /**
   * Set if a person resumed the job with an API key that may belong to another account. The records are then looked up
   * again before they are changed.
   */
  rebound?: true;
  /**
   * Set for an audit that a schedule started, until its requests for visits end. Waymark notifies the person if a site
   * got worse. If a later audit continues these requests, it also gets this mark.
   */
  isRepeat?: true;
  /** For an audit: when it was last held up, because no site answered. */
  heldUp?: number;
  /** Set for an audit that covers every registered site. */
  isWhole?: true;
  /** Set for an audit until it is closed (see `closeAudit`). Until then, it keeps the access to its sites. */
  holdsAccess?: true;
  /** Set for an ended audit while Waymark still requests its sites' visits. No request is sent before `until`. */
  asksVisits?: true;
  /**
   * The ids in failed requests for visits. They are requested last, so that one slow website does not hold up the
   * others.
   */
  late?: readonly string[];
  /** The fields that every item writes (in a create or update). */
  fields: JobFields;
  /**
   * Set in an undo: the fields of the job that it undoes. To undo an update, each item has its own `fields`. To undo a
   * create, the record is deleted.
   */
  undoes?: JobFields;
  /**
   * How much of the job can be undone. Removed when another bulk change begins in the same account or for the same
   * records. Missing in jobs that cannot be undone, and in jobs of earlier versions.
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
  /**
   * How many items succeeded, by outcome. An audited site counts by its first outcome, even if its state changes later.
   */
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** How many generated passwords the person has not copied yet. */
  secrets: number;
  started: number;
  /** When a person last asked to retry items of the job. */
  retried?: number;
  ended?: number;
  /** When Waymark first noticed that the job's report is almost old enough to be deleted (see `keptUntil`). */
  oldSince?: number;
  /** `until`: no request is sent before this time, because of `problem`. `since`: when this wait began. */
  until?: number;
  since?: number;
  /**
   * Why the job waits or is paused. Undefined if a person has paused it, or if it paused because no person has started
   * or resumed it for a long time (see `mayGoOn`).
   */
  problem?: Problem;
  /** The site of the last failed item, if the job paused after too many failed items in a row. */
  problemSite?: string | undefined;
  /** How many of the job's requests have failed in a row for a temporary reason. */
  troubles: number;
  /** How many of the job's items have failed in a row. */
  streak: number;
  /** How many answers in a row have been lost. */
  unanswered?: number;
  /**
   * `from`: when the job was last started or resumed, by a person or by the worker. `ended`: how many items have ended
   * since. Both give the job's speed. `meant`: when a person last started or resumed the job. If it is missing, that
   * was at `from`.
   */
  run: { from: number; ended: number; meant?: number };
}
