import type { FieldName, StoredFields } from './websiteFields.ts';

/** Who may see a website's statistics page: 0 everyone, 1 only its owner, 2 everyone who has the password. */
export type Privacy = 0 | 1 | 2;

/**
 * Why a record must not be changed. `no-id`: it has no id. `unsafe-id`: its id would change the URL path in which it is
 * sent. `inexact-id`: its id is a number that JSON parsers round, so another record might be meant. `no-name`: its name
 * could not be read. `not-allowed`: the key's account may not change it.
 */
export type Locked = 'no-id' | 'unsafe-id' | 'inexact-id' | 'no-name' | 'not-allowed';

/** A website as its service reports it. A field is undefined if the service did not report it. */
export interface Website extends Partial<StoredFields> {
  /** The id, a text without further meaning. Empty if the record has no id; it is then locked. */
  id: string;
  /** The domain as the service reports it. Empty only in a locked record of a list, if the domain could not be read. */
  domain: string;
  /** The service's name for the website, if it differs from the domain. */
  name?: string;
  /** All hosts of the website, if the service allows several. If left out, the domain is the only host. */
  hosts?: string[];
  privacy?: Privacy;
  /** The reported privacy if it is not one of the known values; `privacy` is then undefined. */
  privacy_raw?: string;
  /** Whether the service has a password for the website. The password itself is not stored here. */
  has_password?: boolean;
  /**
   * The public address of the website's statistics, if the kind of service has such addresses. Null if this website has
   * none.
   */
  share_url?: string | null;
  created_at?: string;
  updated_at?: string;
  /** The id of the team that owns the website, or null if the account itself owns it. */
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
 * A website's visits as its service counts them. A field is undefined if it was not requested or the account may not
 * see it.
 */
export interface Hits {
  id: string;
  /** When the last visit was recorded (milliseconds since 1970), or null if there never was one. */
  last?: number | null;
  /** How many visits began in the last seven days. */
  week?: number;
}

/** An SEO project as its service reports it. Requests name it by `project`. */
export interface Project {
  /** The project's name. Empty only in a locked record of a list, if the name could not be read. */
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
  /** How many records the whole list has, if the service states this and the page does not disprove it. */
  total?: number;
  /**
   * Whether more records follow, or may follow, after this page. False only if the service itself says that this is the
   * end.
   */
  more: boolean;
  /**
   * How many records are missing on this page or could not be read completely. They may have any name. Left out if
   * there are none.
   */
  unread?: number;
  /**
   * The cursor of the next page, if there is one: pass it as `cursor` of the next request, whose other input must be
   * the same or left out.
   */
  next?: string;
}

/**
 * Why the records that were read may not be all. `no-way-on`: more follow, or may follow, but the service gives no next
 * page. `too-many`: there are more pages than are read. `stopped`: reading ended when it found the wanted record.
 * `repeats`: pages or rows came again. `unreadable-row`: a row could not be read, and may have any name. `changed`: the
 * list changed while it was read, or the service states more records than were read. `letter-case`: the records are the
 * result of a search that may miss names in capitals.
 */
export type Incomplete =
  | 'no-way-on'
  | 'too-many'
  | 'stopped'
  | 'repeats'
  | 'unreadable-row'
  | 'changed'
  | 'letter-case';

/** The records read from a list. Only if `complete` is true does the list certainly have no other record. */
export type Listing<T> = { items: T[]; complete: true } | { items: T[]; complete: false; why: Incomplete };

/**
 * The place in a visited site where a tracker looks for a visitor's opt-out. Any value there means that visits are not
 * counted.
 */
export interface OwnVisitsMark {
  place: 'localStorage' | 'cookie';
  name: string;
}

/** The abilities of a kind of service, as far as people notice them. Pages show nothing that the kind lacks. */
export interface Traits {
  /** The product's name, if only one product is of this kind. */
  name?: string;
  /** The privacy modes that this kind of service has. */
  privacy: readonly Privacy[];
  settings: readonly FieldName[];
  /** Set if a create may choose the website's id. It can then be sent again without creating a second website. */
  ownIds?: true;
  /** Set if a proxy's user and password can be sent (HTTP Basic), because the key is sent in another header. */
  basic?: true;
  /** Set if the service is sold in plans, some of which may lack the API. */
  plans?: true;
  /**
   * Set if the service's list has no pages. Each page that Waymark reads then costs the service the whole list, so the
   * list is read only when a person asks for it.
   */
  unpaged?: true;
  /** Set if the service accepts a second record for the same host. If left out, this is unknown. */
  doubles?: true;
  /**
   * Set if public statistics have an address of their own (`share_url`), and the page at `statisticsUrl` stays private.
   */
  shareLinks?: true;
  /** Set if the service reports visits of websites (`websites.hits`). */
  hits?: true;
  /** Set if accounts may be in teams, which share websites (`teams.list`, and `team` in the input of a create). */
  teams?: true;
  /** The mark in a visited site that keeps the service's tracker from counting this browser's visits. */
  ownVisits?: OwnVisitsMark;
  /**
   * The addresses of the service's pages, and its tracking code. The placeholders are `{base_url}`, `{domain}` and
   * `{id}`.
   */
  templates: { statisticsUrl: string; trackingCode: string; accountUrl: string };
  /** Matches text near the beginning of a script on every page of the product itself. Used to recognise these pages. */
  ownPages?: RegExp;
}
