import type { Problem } from '../services/index.ts';
import type { WrittenFields } from '../websites/fields.ts';

export type JobKind = 'create' | 'update' | 'delete';

/**
 * waiting: not sent, or certainly not carried out. sending: sent, and its end is not known (yet).
 * skipped: not sent because the job was cancelled.
 */
export type ItemState = 'waiting' | 'sending' | 'done' | 'failed' | 'skipped';

/** How an item ended well: `confirmed` was found by a look-up after its answer had been lost. */
export type ItemOutcome = 'created' | 'already' | 'updated' | 'deleted' | 'gone' | 'confirmed';

/** One write of a job. Times are milliseconds since 1970. */
export interface Item {
  job: string;
  /** Its place in the job, from 0. */
  at: number;
  /** The host to create, or the domain of the record to change: what a person knows it by. */
  key: string;
  /** The record's id (update, delete). */
  id?: string;
  /** Where it stood in a list: its line, and the name of the file, tabs or folder it was read from. */
  from?: { line: number; source?: string };
  state: ItemState;
  outcome?: ItemOutcome;
  problem?: Problem;
  /** When the service said that it has no such website (create); spares a look-up while fresh. Gone once sent. */
  absentAt?: number;
  /** The person wants it although it may be registered already (create). Gone once its end was not found out. */
  despiteUnknown?: true | undefined;
  /** When it was last sent. */
  sent?: number;
  /** How often its answer was lost. */
  lost?: number;
  /** Not before this moment is it tried again, while others are. */
  again?: number;
  /** The generated password that it was sent with is waiting to be copied. */
  secret?: boolean;
}

/** running: it goes on by itself, at once or after `until`. paused: a person must press Resume. */
export type JobState = 'running' | 'paused' | 'done' | 'cancelled';

/** careful: stays below 60 requests a minute until the service states its limit. fast: until it states a limit or refuses. */
export type Speed = 'careful' | 'fast';

export type JobFields = Omit<WrittenFields, 'password'>;

/** A bulk job, without its items and without any password. */
export interface Job {
  id: string;
  kind: JobKind;
  /** The service's address and account that it was started for. It is never sent to another one. */
  serviceUrl: string;
  account: string;
  /** A person resumed it with a key that may be another account's: what was known of its records is looked at again. */
  rebound?: true;
  /** The fields every item is written with (create, update). */
  fields: JobFields;
  /** With privacy 2: one password for all, or a generated one for each. */
  password?: 'each' | 'common';
  speed: Speed;
  state: JobState;
  total: number;
  counts: Record<ItemState, number>;
  /** How many of the failed were refused for good: not tried again. */
  refused?: number;
  /** How many ended well, and how. */
  outcomes: Partial<Record<ItemOutcome, number>>;
  /** How many generated passwords wait to be copied. */
  secrets: number;
  started: number;
  ended?: number;
  /** Nothing is sent before this moment; `problem` says why. `since`: when that was decided. */
  until?: number;
  since?: number;
  /** Why it waits or was paused; undefined where a person paused it. */
  problem?: Problem;
  /** How often in a row the service could not be asked. */
  troubles: number;
  /** How many items in a row the service refused. */
  streak: number;
  /** When it last began to run, and how many items have ended since: its tempo. */
  run: { from: number; ended: number };
}
