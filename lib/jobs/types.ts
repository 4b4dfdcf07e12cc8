import type { SiteLook, SiteState } from '../audit/look.ts';
import type { Problem } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';

/** audit: looks at the home page of each site; the others write to the service. */
export type JobKind = 'create' | 'update' | 'delete' | 'audit';

/**
 * waiting: not sent, or certainly not carried out. sending: claimed by a runner, or sent; its outcome is not known yet.
 * unknown: its answer was lost and no look-up found its result, so a person decides. skipped: not sent because the job was
 * cancelled.
 */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'unknown' | 'skipped';

/**
 * How a write succeeded. `confirmed`: its answer was lost, and a look-up found the result. `overridden`: a person has set the
 * same fields since, so nothing is left to send. `changed-since`: its record no longer has the values that were to be undone, so
 * it was left alone.
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
/** How an item succeeded: a write, or what an audit found. */
export type ItemOutcome = WriteOutcome | SiteState;

/** One write of a job, or one look. Times are milliseconds since 1970. */
export interface Item {
  job: string;
  /** Its position in the job, from 0. */
  at: number;
  /** The host to create, or the domain by which a person knows the record to change. */
  key: string;
  /** The record's id (update, delete, audit); once a create has succeeded, of the record that it has certainly made. */
  id?: string;
  /** Its source: the line, and the name of the file, tabs or folder it was read from. */
  from?: { line: number; source?: string };
  /** Its own settings, which override those of the job (create), or in whose place the job has none (undo). */
  fields?: JobFields;
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  /** What was found (audit). */
  look?: SiteLook;
  /** When the service last said that it has no such website (create); while recent, it saves a look-up. Removed once sent. */
  absentAt?: number;
  /** The person confirmed it although it may be registered already (create). */
  despiteUnknown?: true;
  /** When it was last claimed. */
  sent?: number;
  /** Claimed, and certainly not sent. Removed right before the request; items of earlier versions never have it. */
  unsent?: true;
  /**
   * What the fields had before, as far as that is known (update): an unanswered write is repeated only over these values, and an
   * undo begins only with these. Of a create: what it has made.
   */
  before?: JobFields;
  /**
   * The worker looked `before` up right before it sent the change, so it can be undone (update). `password`: the service keeps one for
   * the record; `link`: its statistics had an address that ends with a change of the privacy.
   */
  seen?: { password?: true; link?: true };
  /** Another press or job has wanted something of its record since it was sent, so it is not undone (create, update). */
  wanted?: true;
  /** The fields that a person has set since, which this job therefore leaves alone (update). */
  overridden?: readonly string[];
  /** How many times it could not be made ready to be sent, for a reason that we do not know. */
  unready?: number;
  /** How many of its answers were lost, and when the last one was. */
  lost?: number;
  lostAt?: number;
  /** How many times in a row it was claimed by a worker that stopped before the attempt ended, including an attempt under way. */
  claims?: number | undefined;
  /** A person wants it looked for, and no more: it is not sent again by itself. */
  lookOnly?: true;
  /** A person wants it sent although an earlier create of it may still be carried out; a moment: only one sent before that. */
  resend?: true | number;
  /**
   * Of a write that was sent, as long as it may come. Of a create: its account and host, by which the next create of the host
   * finds this one. Of a change of a record: the service's address and its id, or the name of a project.
   */
  open?: [account: string, host: string] | ['record', serviceUrl: string, id: string];
  /** When that create was sent, and the id that we chose for its record. */
  create?: { at: number; id?: string };
  /** It is not looked up before this moment; other items go on. */
  again?: number;
  /** Its generated password has not been copied yet. */
  secret?: boolean;
}

/** What is stored of an item together with its sending. */
export type Noted = Pick<Item, 'open' | 'create' | 'before' | 'seen' | 'wanted'>;

/** running: it continues by itself, now or after `until`. paused: a person must press Resume. */
export type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/** careful: stays below 60 requests a minute until the service states its limit. fast: until it states a limit or refuses. */
export type Speed = 'careful' | 'fast';

/** `team`: the id of the team that a website is created for. */
export type JobFields = Omit<WrittenFields, 'password'> & { team?: string };

/** How many items of a job can be undone, with how many of them a link stays dead, and how many more have changed and cannot. */
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
   * A person's press for one site, which is sent at once, or a dismissed job some of whose creates may still come: not shown
   * among the jobs, and forgotten once the outcome is known.
   */
  press?: true;
  /** What it deletes, where that is no website (a press). */
  list?: 'projects';
  /** Pressed in a private window: what becomes of it is not stored. */
  private?: true;
  /** A page waits for this press: if the worker is stopped before it can answer, the page asks the next one again. */
  awaited?: true;
  /** The service's address and account that it was started for. It is never sent to another one. */
  serviceUrl: string;
  account: string;
  /** The id of the connection that it was started for. Earlier versions did not store it. */
  connection?: string;
  /** A person resumed it with a key that may be another account's, so its records are looked up again. */
  rebound?: true;
  /** It was started by its schedule (audit). */
  isRepeat?: true;
  /** It was held up once, because no site answered (audit). */
  wasPaused?: true;
  /** It covers every registered site (audit). */
  isWhole?: true;
  /** Access to its sites is to be given back once it has ended (audit). */
  holdsAccess?: true;
  /** It has ended, and its service is still asked for the visits of its sites (audit). */
  asksVisits?: true;
  /** The fields every item is written with (create, update). */
  fields: JobFields;
  /** The fields of the job that it undoes: of a change, where each item has its own (update), or of what was added (delete). */
  undoes?: JobFields;
  /** What can be undone of it; removed with the next bulk change at its service. Earlier versions did not store it. */
  undo?: Undo | undefined;
  /** A later bulk change has begun at the service of this undo, so nothing of it is tried again. */
  overtaken?: true;
  /** With privacy 2: one password for all, or a generated one for each. */
  password?: 'each' | 'common';
  speed: Speed;
  state: JobState;
  total: number;
  counts: Record<Exclude<ItemState, 'unknown'>, number> & { unknown?: number };
  /** How many of the failed were refused for good: not tried again. */
  refused?: number;
  /** How many items succeeded, by outcome. */
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** How many generated passwords have not been copied. */
  secrets: number;
  started: number;
  /** When a person last wanted failed items tried again. */
  retried?: number;
  ended?: number;
  /** When its report was first found to be nearly old enough to be deleted. */
  oldSince?: number;
  /** Nothing is sent before this moment; `problem` says why. `since`: when that was decided. */
  until?: number;
  since?: number;
  /** Why it waits or was paused; undefined if a person paused it. */
  problem?: Problem;
  /** How many requests in a row failed for a temporary reason. */
  troubles: number;
  /** How many items in a row failed. */
  streak: number;
  /** How many answers in a row were lost. */
  unanswered?: number;
  /** When it was last started or resumed, and how many times items have ended since: its speed. */
  run: { from: number; ended: number };
}
