import type { FieldName, StoredFields } from './websiteFields.ts';

/** What a record's statistics page shows to whom: 0 public, 1 private, 2 with a password. */
export type Privacy = 0 | 1 | 2;

/**
 * Why a record is read-only: it has no id; its id would change the path it is put into; its id is a number that JSON
 * readers do not carry exactly, so that a neighbour might be meant; or its name could not be read.
 */
export type Locked = 'no-id' | 'unsafe-id' | 'inexact-id' | 'no-name';

/** A website as the service reports it (interface: Resources, Website). A field that is undefined was not reported. */
export interface Website extends Partial<StoredFields> {
  /** Opaque; empty where the record is locked for having none. */
  id: string;
  /** As reported; empty only in a locked row of a list, where it could not be read. */
  domain: string;
  /** What the service calls it, where that is not its domain. */
  name?: string;
  /** The hosts it stands for, where a service has several for one; else it stands for its domain. */
  hosts?: string[];
  privacy?: Privacy;
  /** The reported privacy where it is none of the known ones; `privacy` is undefined then. */
  privacy_raw?: string;
  /** Whether a password is stored; the password itself is never kept. */
  has_password?: boolean;
  /** Where anybody sees its statistics, if the service gives such a page an address of its own. */
  share_url?: string;
  created_at?: string;
  updated_at?: string;
  locked?: Locked;
}

/** A project as the service reports it (interface: Resources, Project). Its name is what names it in paths. */
export interface Project {
  /** Empty only in a locked row, where no name could be read. */
  project: string;
  id?: string;
  reports?: number;
  result?: number;
  created_at?: string;
  locked?: Locked;
}

/** One page of a list. */
export interface ListOutput<T> {
  items: T[];
  /** How many there are in all, where the service says so and this page does not prove it wrong. */
  total?: number;
  /** Whether there are, or may be, records beyond this page: true unless the service's own words prove the end. */
  more: boolean;
  /** Records that are not listed, or could not be read whole; any name may be among them. Left out where there are none. */
  unread?: number;
  /** Where the service offers a next page: to be passed back as `input.cursor`, beside the same or no other input. */
  next?: string;
}

/**
 * Why what was read is not known to be all: the service says that there is more, or does not say that there is not, and
 * gives no way on (`no-way-on`); the reader's bound was reached (`too-many`), or what it looked for was found
 * (`stopped`); pages or rows came again (`repeats`); a row could not be read, so that any name may be among them
 * (`unreadable-row`); the list moved while it was read, or is longer by its own count (`changed`); it is what a search
 * found that may pass over names in capitals (`letter-case`).
 */
export type Incomplete =
  | 'no-way-on'
  | 'too-many'
  | 'stopped'
  | 'repeats'
  | 'unreadable-row'
  | 'changed'
  | 'letter-case';

/** What was read of a list. Only where `complete` is true is what is not in it known to be absent. */
export type Listing<T> = { items: T[]; complete: true } | { items: T[]; complete: false; why: Incomplete };

/** What a kind of service can do, as far as it makes a difference to people: pages show nothing else. */
export interface Traits {
  /** The product's name, where the kind is one product's. */
  name?: string;
  /** Who may see a website's statistics: the modes that the service knows, the default first where one is not. */
  privacy: readonly Privacy[];
  settings: readonly FieldName[];
  /** What a list can be sorted by; empty: it comes in an order of the service's own. */
  sorts: readonly ('id' | 'domain')[];
  /** A website's id may be chosen by whoever creates it: a create that is sent again makes no second one. */
  ownIds?: true;
  /** It takes a second record of a host that it has. Of what does not say so, nobody knows. */
  doubles?: true;
  /** Its pages and its tracking code, with the placeholders `{base_url}` `{domain}` `{id}`. */
  templates: { statisticsUrl: string; trackingCode: string; accountUrl: string };
}
