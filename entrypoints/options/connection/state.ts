import type { AddressReason } from '@/lib/connections/address.ts';
import type { HeaderProblem } from '@/lib/connections/headers.ts';
import type { KeyReason } from '@/lib/connections/key.ts';
import type { TemplateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Answer, Input } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus, FoundService, Service } from '@/lib/messages/commands.ts';
import type { Problem, Team } from '@/lib/services/index.ts';
import type { LastReport } from '@/lib/storage/lastReport.ts';
import type { ConnectionAddress, Connections, Defaults, Preferences, Templates } from '@/lib/storage/settings.ts';
import type { TypedRules } from '../rulesText.ts';

/** The names of all fields that contain a text. */
export type Field =
  | 'name'
  | 'rules'
  | 'try'
  | `${Service}.url`
  | `${Service}.key`
  | 'password'
  | 'header.name'
  | 'header.value'
  | keyof Templates;

/** The fields with a secret. Secrets are kept only in this state, and are gone when the page is closed. */
export const secretFields: readonly Field[] = ['analytics.key', 'seo.key', 'password', 'header.value'];

/** The unsaved texts and choices in the form. */
export interface Typed {
  texts: Partial<Record<Field, string>>;
  /** Whether keys are stored only until the browser closes. */
  forgetKeys?: boolean;
  /** The connection's own defaults. Null: it uses the common ones from now on. */
  defaults?: Defaults | null;
  templates?: Templates | null;
  /** The team of the connection's new websites. Null: they belong to the account itself. */
  team?: Team | null;
  /**
   * Set if the person wants the analytics service's key to be copied to the SEO service: the two services' origins at
   * that time (see `copyable`). Void if either has changed since.
   */
  copy?: string;
  /** The headers that the next save adds to the connection. Each is a secret, like a key. */
  headers?: WaitingHeader[] | undefined;
}

export interface GivenHeader {
  name: string;
  value: string;
}

export interface WaitingHeader extends GivenHeader {
  /**
   * The origin of the address for which the header was added. The header is sent to no other origin. Undefined if there
   * was no address yet.
   */
  origin?: string | undefined;
}

export const nothingTyped: Typed = { texts: {} };

/** Why a field's text cannot be saved. */
export type FieldProblem =
  | { reason: AddressReason | KeyReason; position?: number }
  /** There is a key, but only for another host. */
  | { reason: 'other-origin'; host: string }
  | { reason: 'rules'; refused: TypedRules['refused'] }
  | { reason: 'taken'; rule: string; name: string }
  | { reason: 'template'; problem: TemplateProblem }
  | { reason: 'header'; problem: HeaderProblem }
  /** The header was added for another host (`host`) than that of the typed address (`other`). */
  | { reason: 'header-elsewhere'; name: string; host: string; other: string };

/** The parts that can be folded. `more`: the boxes of the first form that few people need. */
export type Folded = 'more' | 'headers' | 'defaults' | 'templates';

/** The stored data that the form shows: of its own connection, of the other connections, and the common settings. */
export interface Read {
  /** Identifies the reading of these data. A later reading has a greater number. */
  turn: number;
  /** The connection of this form; undefined if it is not stored. */
  connection: ConnectionAddress | undefined;
  all: Connections;
  status: ConnectionStatus;
  /** The addresses of the connection that Waymark may not access. The person can revoke access at any time. */
  barred: readonly string[];
  last: LastReport | undefined;
  defaults: Defaults;
  preferences: Preferences;
  /** The names of the fields that an organisation has fixed. */
  fixed: ReadonlySet<string>;
}

/** The service detected at the address of a page. If `service` has no kind, none was detected. */
export interface Found {
  page: string;
  /** The detected service; undefined until the answer comes. */
  service?: Partial<FoundService>;
}

/** The removal that the person is asked to confirm: of a key, a stored or an unsaved header, the password, or the connection. */
export type Asked = `key ${Service}` | `header ${string}` | `unsaved ${string}` | 'password' | 'connection';

export interface State {
  id: string;
  /** Whether the page's address contains the connection's id, because the connection is or was stored. */
  isNamed: boolean;
  read: Read;
  /** The connection as it was when typing began. The boxes and the input of a save are derived from it. */
  base: ConnectionAddress | undefined;
  typed: Typed;
  /** The services whose stored key is being replaced. */
  replacing: readonly Service[];
  problems: Partial<Record<Field, FieldProblem>>;
  /** The unfolded parts. */
  open: readonly Folded[];
  /** For each address or key that was corrected: the text as it had been typed; for a key, an empty text. */
  corrected: Partial<Record<Field, string>>;
  /** The test or save under way. Its number distinguishes its answer from earlier ones. */
  busy?: { number: number; services: readonly Service[] } | undefined;
  number: number;
  /**
   * How many commands that store or remove something at once have no answer yet. Meanwhile, the stored data may change
   * because of these commands.
   */
  asking: number;
  /** The test results of a save that did not store every service, and the texts and choices that were tested. */
  tried?: { report: ConnectionReport; typed: Typed } | undefined;
  /** The number of a save that the person cancelled after it was sent, so that it may be carried out all the same. */
  givenUp?: number | undefined;
  /** Why nothing was saved. */
  failure?: Problem | undefined;
  asked?: Asked | undefined;
  /** Whether this page is removing the connection. */
  isLeaving?: boolean;
  found?: Found | undefined;
  /** The address of a page that may belong to the service. It is offered while no address has been typed. */
  lastPage?: string | undefined;
  /** The name of the element to focus. Each request is a new object. */
  focus?: { on: string } | undefined;
}

export interface Save {
  do: 'save';
  number: number;
  input: Input<'connection.save'>;
  /** The addresses that the save needs access to. */
  urls: readonly string[];
  /** The form as it is sent. */
  sent: Typed;
}

/** The commands that store something separately from the form. */
export type Ask =
  | { name: 'keys.forget'; input: Input<'keys.forget'> }
  | { name: 'keys.forgetHeader'; input: Input<'keys.forgetHeader'> }
  | { name: 'keys.defaultPassword'; input: Input<'keys.defaultPassword'> };

/** A command that follows from an event. Its outcome comes back as an event. */
export type Command =
  | Save
  /** `access`: the addresses to which access is requested first. */
  | { do: 'test'; number: number; access: readonly string[] }
  /** `sent`: the texts that the command stores, and that then leave the form. */
  | ({ do: 'ask'; focus: string; sent?: Typed['texts'] } & Ask)
  | { do: 'remove'; urls: readonly string[] }
  | { do: 'identify'; page: string }
  | { do: 'leave' }
  /** The connection is stored now, so its id goes into the page's address for a reload. */
  | { do: 'name-route' };

export type Event =
  | { type: 'read'; read: Read }
  | { type: 'typed'; field: Field; text: string }
  | { type: 'chosen'; part: Pick<Typed, 'forgetKeys' | 'defaults' | 'templates' | 'team'> }
  | { type: 'folded'; part: Folded; isOpen: boolean }
  | { type: 'copied' }
  | { type: 'replacing'; service: Service; isOn: boolean }
  | { type: 'saved-pressed'; anyway?: true; overwrite?: true; url?: string }
  | { type: 'retried' }
  | { type: 'saved'; number: number; answer: Answer<ConnectionReport>; sent: Typed; at: number; read: Read }
  | { type: 'tested'; number: number; answer: Answer<ConnectionReport>; at: number }
  | { type: 'asked'; what: Asked | undefined; focus: string }
  | { type: 'confirmed' }
  | { type: 'seo-removed' }
  | { type: 'header-added' }
  | { type: 'password-saved' }
  /** `name`: the command that was carried out. `read`: the stored data, read after that. */
  | { type: 'answered'; name: Ask['name']; read: Read; focus: string; sent?: Typed['texts'] }
  | { type: 'refused'; problem: Problem }
  | { type: 'removed' }
  | { type: 'reloaded' }
  | { type: 'cancelled' }
  | { type: 'connect'; page: string }
  | { type: 'found'; page: string; service: Partial<FoundService> | undefined }
  | { type: 'last-page'; page: string };

export type Send = (event: Event) => void;
