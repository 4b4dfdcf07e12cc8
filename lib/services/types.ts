import type { FieldName, StoredFields } from './websiteFields.ts';

/** Who may see a website's statistics page: 0 everyone, 1 only its owner, 2 everyone who has the password. */
export type Privacy = 0 | 1 | 2;

/**
 * Why a record must not be changed. `no-id`: it has no id. `unsafe-id`: its id would change the URL path of a request.
 * `inexact-id`: its id is a number that JSON parsers round, so another record might be changed. `no-name`: its name
 * could not be read. `not-allowed`: the API key's account may not change it.
 */
export type Locked = 'no-id' | 'unsafe-id' | 'inexact-id' | 'no-name' | 'not-allowed';

/** A website as its service reports it. A field is undefined if the service did not report it. */
export interface Website extends Partial<StoredFields> {
  /** The id, in the service's own form. Empty if the record has none; the record is then locked. */
  id: string;
  /**
   * The domain as the service reports it. If the website has no domain, a text that `unaddressed` makes of its name.
   * Empty only if a list's row has no readable domain; the record is then locked.
   */
  domain: string;
  /** The service's own name for the website, if it differs from the domain. */
  name?: string;
  /** All hosts of the website, if all of them are known. */
  hosts?: string[];
  privacy?: Privacy;
  /** The reported privacy if Waymark does not know that value; `privacy` is then undefined. */
  privacy_raw?: string;
  /** Whether the service has a password for the website. The password itself is never in the record. */
  has_password?: boolean;
  /**
   * The public address of the website's statistics, if this kind of service has such addresses. Null if this website
   * has none.
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
 * A website's visits as its service counts them. A field is undefined if its value was not requested, is hidden from
 * the account, or cannot be read.
 */
export interface Hits {
  id: string;
  /** When the last visit was recorded (milliseconds since 1970), or null if there never was one. */
  last?: number | null;
  /** How many visits began in the last seven days. */
  week?: number;
}

/** An SEO project as its service reports it. Requests identify it by `project`, not by `id`. */
export interface Project {
  /** The project's name. Empty only if a list's row has no readable name; the record is then locked. */
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
  /** How many records the whole list has. Left out if the service states no number or an impossible one. */
  total?: number;
  /** Whether more records follow, or may follow. False only if the list certainly ends with this page. */
  more: boolean;
  /**
   * How many records of this page could not be read completely, if that is known. Such a record may have any name. Left
   * out if there are none.
   */
  unread?: number;
  /** The cursor of the next page, if there is one. A request with this `cursor` must repeat the rest of the input. */
  next?: string;
}

/**
 * Why a list may have more records than were read. `no-way-on`: more follow, or may follow, but the service gives no
 * next page. `too-many`: there are more pages than Waymark reads. `stopped`: reading ended at the wanted record.
 * `repeats`: a page or a record occurred twice. `unreadable-row`: a row could not be read, so it may have any name.
 * `changed`: the list changed while it was read, or the service states more records than were read. `letter-case`: the
 * search did not find the wanted name, but may have missed it because of its capitals.
 */
export type Incomplete =
  | 'no-way-on'
  | 'too-many'
  | 'stopped'
  | 'repeats'
  | 'unreadable-row'
  | 'changed'
  | 'letter-case';

/** The records that were read from a list. If `complete` is false, the list may have more. */
export type Listing<T> = { items: T[]; complete: true } | { items: T[]; complete: false; why: Incomplete };

/** The cookie or storage entry with which a visitor opts out of a site's statistics, whatever its value is. */
export interface OwnVisitsMark {
  place: 'localStorage' | 'cookie';
  name: string;
}

/** What a kind of service can do. Pages show nothing that it cannot do. */
export interface Traits {
  /** The product's name, if this kind consists of one product only. */
  name?: string;
  privacy: readonly Privacy[];
  settings: readonly FieldName[];
  /**
   * Set if a create may contain the website's id. If the service uses this id, sending the same create again does not
   * create a second website. Some versions ignore the id.
   */
  ownIds?: true;
  /**
   * Set if requests may contain a user and password for a proxy (HTTP Basic). This works because the service does not
   * expect its key in the header `Authorization`.
   */
  basic?: true;
  /** Set if the service is sold in plans, some of which may not include the API. */
  plans?: true;
  /**
   * Set if the service's list has no pages, so that each page that Waymark reads costs the service the whole list.
   * Waymark then reads a list that spans several pages to its end only if a person asks for it.
   */
  unpaged?: true;
  /** Set if the service accepts a second record for the same host. If left out, it may or may not. */
  doubles?: true;
  /** Set if public statistics have their own address (`share_url`), while the page at `statisticsUrl` stays private. */
  shareLinks?: true;
  /** Set if the service reports visits of websites (`websites.hits`). */
  hits?: true;
  /** Set if accounts can be in teams that share websites (`teams.list`, and `team` in the input of a create). */
  teams?: true;
  /** The mark that tells the service's tracker not to count this browser's visits to a site. */
  ownVisits?: OwnVisitsMark;
  /**
   * The templates of two addresses (a website's statistics, and the page with the API keys) and of the tracking code.
   * The placeholders are `{base_url}` (the service's address), `{domain}` and `{id}`.
   */
  templates: { statisticsUrl: string; trackingCode: string; accountUrl: string };
  /** Recognises the product's own pages: it matches near the beginning of an inline script that they all have. */
  ownPages?: RegExp;
}
