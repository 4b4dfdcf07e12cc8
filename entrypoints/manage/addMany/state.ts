import type { Entry, SiteList } from '@/lib/addMany/parse.ts';
import type { Knowledge, ParsedEntry } from '@/lib/addMany/preview.ts';
import type { PreviewRow, Ticks } from '@/lib/addMany/rows.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import type { Input } from '@/lib/messages/ask.ts';
import type { Problem, Team } from '@/lib/services/index.ts';
import type { Preset } from '@/lib/storage/presets.ts';
import type { ConnectionAddress, Defaults } from '@/lib/storage/settings.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

/**
 * A file, a set of tabs, a bookmarks folder, a long text, or websites of another connection. The text box is a source,
 * too, with an empty id and name. `text`: the text with the sites; empty if none needs to be read (again). `chosen`:
 * the columns that the person has chosen, if it is not clear which columns of a table contain the sites.
 */
export interface Source {
  id: string;
  name: string;
  /** The file, until it has been read. */
  file?: File | undefined;
  text: string;
  chosen: readonly number[];
  /**
   * The sites that were read last, and what they were read from (`of`: text and columns). While there is a `text` and
   * `of` differs from `text` and `chosen`, the source is being read.
   */
  list?: SiteList & { of?: readonly [text: string, chosen: readonly number[]] };
}

export const emptyBox: Source = { id: '', name: '', text: '', chosen: [] };

/**
 * What the person wants to edit: an entry, or the choice of columns for a table (`table`: the id of its source). If
 * neither is set, this is the text box.
 */
export interface Wish {
  entry?: Entry;
  table?: string;
}

export interface ManyFields {
  fields: WebsiteFields;
  /** `each`: a generated password for each website. `common`: one password for all, either typed here or stored. */
  way: 'each' | 'common';
  fast: boolean;
}

/** The entries to be added at one connection. */
export interface Place {
  connection: ConnectionAddress;
  parsed: readonly ParsedEntry[];
}

export interface CheckState {
  /** `more`: the check waits for the person to allow many requests. `ended`: it is over, perhaps with a problem. */
  phase: 'asking' | 'more' | 'ended';
  /** `asked`: how many requests were sent. `left`: how many remain. */
  asked: number;
  left: number;
  /** No request is sent before this time (milliseconds since 1970). */
  until?: number | undefined;
  problem?: Problem | undefined;
}

/**
 * What is known about the sites of one account, and the state of the last check. `of`: the entries that it is about.
 */
export interface ServiceCheck extends CheckState {
  known: Knowledge;
  of: readonly ParsedEntry[];
}

/**
 * The jobs that one press of Add starts. `isAll`: whether they contain all ticked sites of the list (`box`, `sources`).
 */
export interface Starting {
  jobs: readonly {
    connection: ConnectionAddress;
    rows: readonly PreviewRow[];
    job: Omit<Input<'jobs.start'>, 'id' | 'items'>;
  }[];
  isAll: boolean;
  box: Source;
  sources: readonly Source[];
}

/** What determines how the entries are parsed. */
export type ParseInput = readonly [entries: readonly Entry[], choice: HostChoice];

/**
 * What is known and wanted while the preview shows the list for an account. Forgotten when the person leaves the
 * preview.
 */
interface PreviewState {
  /** By account, the hosts that are known to be registered. `list`: the connections for which they were read. */
  known?: { list: readonly ConnectionAddress[]; hosts: ReadonlyMap<string, ReadonlySet<string>> };
  /** By account. A check stays even if its service gets no sites now, because it may be needed again. */
  checks: ReadonlyMap<string, ServiceCheck>;
  /**
   * All entries (`of`), and those that were ticked when Add was pressed. Set while the jobs wait for the check to send
   * its last request.
   */
  wanted?: { of: readonly ParsedEntry[]; ticked: ReadonlySet<ParsedEntry> } | undefined;
  /** A new object for each press of Add that starts nothing because no service could be asked. */
  blocked?: object;
  lacksPassword?: boolean;
  /** Why a job could not be started. */
  problem?: Problem | undefined;
}

export const noPreview: PreviewState = { checks: new Map() };

/** The values that the person or a preset has set. They override the defaults of each connection. */
type Edits = Partial<Omit<ManyFields, 'fields'>> & { fields: Partial<WebsiteFields> };

/** The initial list of sites to add. The list stays until the page is closed, so that switching tabs loses nothing. */
export const firstState = {
  /** All connections, and the one that the page shows (`shown`; undefined while the tab is closed). */
  list: [] as readonly ConnectionAddress[],
  shown: undefined as ConnectionAddress | undefined,
  /** The stored presets, the defaults, and the spelling of hosts in the preferences. */
  presets: [] as readonly Preset[],
  defaults: undefined as Defaults | undefined,
  preferred: undefined as HostChoice | undefined,

  step: 'sources' as 'sources' | 'preview',
  /**
   * The place that the person wants to edit, which then receives the focus. Undefined if the focus stays where it is.
   */
  wish: undefined as Wish | undefined,
  /** Whether the step that collects sources is shown below the jobs although it has none yet. */
  isMore: false,

  box: emptyBox,
  sources: [] as readonly Source[],
  /** The entries of all sources and of the box. */
  entries: [] as readonly Entry[],
  /** Why the last file, tabs, bookmarks or other connection could not be read, or not completely. */
  problem: '',
  /**
   * The form that copies another connection's websites; undefined while it is closed. `from`: the id of the chosen
   * connection. `last`: the copy under way (`read`: how many websites have been read), or why it has failed.
   */
  copy: undefined as
    | { from?: string; last?: { account: string; read?: number; problem?: Problem } | undefined }
    | undefined,
  /** Whether Check was pressed while sources were being read. The check then begins once they have been read. */
  isChecking: false,

  /** The spelling in which hosts are registered. Undefined if the person has not chosen one here. */
  choice: undefined as HostChoice | undefined,
  /**
   * The entries as they would be registered (`parsed`), or why they could not be parsed. `of`: the input that was
   * parsed last. `parsed` may still belong to an earlier input, because the preview shows it until the next result.
   */
  read: {} as { of?: ParseInput; parsed?: readonly ParsedEntry[]; problem?: Problem },
  /** By host, the id of the connection that the person has chosen; '' if the rules decide. */
  moved: new Map() as ReadonlyMap<string, string>,
  ticks: new Map() as Ticks,
  preview: noPreview,

  edits: { fields: {} } as Edits,
  /**
   * The name of the preset that the fields come from; '' for the defaults; undefined if the fields were changed since,
   * or the preset was deleted.
   */
  preset: '' as string | undefined,
  /** For each account, the team that the person has chosen; null if the websites belong to the account itself. */
  teams: new Map() as ReadonlyMap<string, Team | null>,
  /** Set while jobs are being started. */
  starting: undefined as Starting | undefined,
};

export type AddMany = Readonly<typeof firstState>;

/** Holds the list while the page is open. It is here because the page needs it before the tab's code is loaded. */
export const kept: { state: AddMany } = { state: firstState };
