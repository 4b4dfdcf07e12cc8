import type { FieldName, StoredFields } from './websiteFields.ts';

/** Who may see a record's statistics page: 0 everyone, 1 only its owner, 2 whoever has the password. */
export type Privacy = 0 | 1 | 2;

/**
 * Why a record is read-only. `no-id`: it has no id. `unsafe-id`: its id would change the path in which it is used.
 * `inexact-id`: its id is a number that JSON parsers round, so another record might be meant. `no-name`: its name could
 * not be read. `not-allowed`: the key's account may not change it.
 */
export type Locked = 'no-id' | 'unsafe-id' | 'inexact-id' | 'no-name' | 'not-allowed';

/** A website as the service reports it. A field that is undefined was not reported. */
export interface Website extends Partial<StoredFields> {
  /** Opaque; '' if the record has no id and is locked for that reason. */
  id: string;
  /** As reported; '' only in a locked row of a list, if the domain could not be read. */
  domain: string;
  /** The service's name for the website, if that is not its domain. */
  name?: string;
  /** The hosts of the website, if the service has several per website; left out if the domain is the only one. */
  hosts?: string[];
  privacy?: Privacy;
  /** The reported privacy, if it is not a known one; `privacy` is undefined then. */
  privacy_raw?: string;
  /** Whether a password is stored; the password itself is never kept. */
  has_password?: boolean;
  /** The public address of the statistics, if the kind of service has such addresses; null if this website has none. */
  share_url?: string | null;
  created_at?: string;
  updated_at?: string;
  /** The id of the team that owns the website; null if the account itself does. */
  team?: string | null;
  team_name?: string;
  locked?: Locked;
}

/** A group of accounts that share websites. */
export interface Team {
  id: string;
  name: string;
}

/**
 * The visits of a website as its service counts them. An undefined field was not requested, or the account may not see
 * it.
 */
export interface Hits {
  id: string;
  /** When the last hit arrived (milliseconds since 1970); null if none ever did. */
  last?: number | null;
  /** How many visits began in the last seven days. */
  week?: number;
}

/** A project as the service reports it. Its name identifies it in paths. */
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
  /** How many records there are in total, if the service says so and this page does not prove it wrong. */
  total?: number;
  /** Whether there are, or may be, records beyond this page: true unless the service's own words prove the end. */
  more: boolean;
  /**
   * The number of records that are not listed, or could not be read whole; any name may be among them. Left out if
   * there are none.
   */
  unread?: number;
  /** The next page, if the service offers one: pass it as `input.cursor`, with the same or no other input. */
  next?: string;
}

/**
 * Why the records that were read may not be all. `no-way-on`: there are or may be more, but the service gives no next
 * page. `too-many`: the reader's bound was reached. `stopped`: the wanted record was found. `repeats`: pages or rows
 * came again. `unreadable-row`: a row could not be read, and may have any name. `changed`: the list changed while it
 * was read, or is longer by its own count. `letter-case`: the records are the result of a search that may miss names in
 * capitals.
 */
export type Incomplete =
  | 'no-way-on'
  | 'too-many'
  | 'stopped'
  | 'repeats'
  | 'unreadable-row'
  | 'changed'
  | 'letter-case';

/** The records read from a list. Only if `complete` is true is every other record known to be absent. */
export type Listing<T> = { items: T[]; complete: true } | { items: T[]; complete: false; why: Incomplete };

/** The place in the page where a tracker looks for an opt-out. Any value means that visits are not counted. */
export interface OwnVisitsMark {
  place: 'localStorage' | 'cookie';
  name: string;
}

/** The abilities of a kind of service, as far as people notice them. Pages show nothing that a kind lacks. */
export interface Traits {
  /** The product's name, if the kind belongs to one product. */
  name?: string;
  /** The privacy modes that the service knows. */
  privacy: readonly Privacy[];
  settings: readonly FieldName[];
  /**
   * Whether the creator may choose a website's id, so that a create can be sent again without creating a second one.
   */
  ownIds?: true;
  /**
   * Whether a proxy's user and password can be sent (HTTP Basic), because the key does not travel in the same header.
   */
  basic?: true;
  /** Whether the service is sold in plans, some of which may not include the interface. */
  plans?: true;
  /**
   * Whether the service's list has no pages. Each page that Waymark reads then costs the service the whole list, so the
   * list is read only when a person asks for it.
   */
  unpaged?: true;
  /** Whether the service accepts a second record of the same host. If left out, this is unknown. */
  doubles?: true;
  /** Whether the service reports when a website was last visited: `websites.hits`. */
  hits?: true;
  /** Whether accounts may be in teams, whose websites they share: `teams.list`, and `team` of a create. */
  teams?: true;
  /**
   * The service's tracker leaves out the visits of a browser that keeps a value under this name for the site's address.
   */
  ownVisits?: OwnVisitsMark;
  /** Its pages and its tracking code, with the placeholders `{base_url}` `{domain}` `{id}`. */
  templates: { statisticsUrl: string; trackingCode: string; accountUrl: string };
  /**
   * For versions without keys: the script that copies a token when it is run in the console of the service's page,
   * where the person is signed in.
   */
  tokenScript?: string;
  /** A pattern that every page of the product itself has near the beginning of one of its scripts. */
  ownPages?: RegExp;
}
