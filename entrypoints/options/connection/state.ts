import type { AddressReason } from '@/lib/connections/address.ts';
import type { HeaderProblem } from '@/lib/connections/headers.ts';
import type { KeyReason } from '@/lib/connections/key.ts';
import type { TemplateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Answer, Input } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus, FoundService, Service } from '@/lib/messages/commands.ts';
import type { Problem, Team } from '@/lib/services/index.ts';
import type { LastReport } from '@/lib/storage/lastReport.ts';
import type { ConnectionAddress, Connections, Defaults, Preferences, Templates } from '@/lib/storage/settings.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { TypedRules } from '../rulesText.ts';

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

/** The fields with a secret. A secret is only in this state, so it is gone when the page closes. */
export const secretFields: readonly Field[] = ['analytics.key', 'seo.key', 'password', 'header.value'];

/** The unsaved texts and choices in the form. */
export interface Typed {
  texts: Partial<Record<Field, string>>;
  /** Whether keys are stored only until the browser closes. */
  forgetKeys?: boolean;
  /** The connection's own defaults for new websites, as typed. Null if the common ones are to apply from now on. */
  defaults?: WebsiteFields | null;
  templates?: Templates | null;
  /** The team that will own the connection's new websites. Null if the account itself will own them. */
  team?: Team | null;
  /**
   * The origins of both services (see `copyable`) at the time when the person chose to copy the analytics service's key
   * to the SEO service. If an origin changes, nothing is copied.
   */
  copy?: string;
  /** The headers that the next save adds to the connection. They are secrets, like keys. */
  headers?: WaitingHeader[] | undefined;
}

export interface GivenHeader {
  name: string;
  value: string;
}

export interface WaitingHeader extends GivenHeader {
  /** The only origin that may get the header. Undefined if the form had no address when the header was added. */
  origin?: string | undefined;
}

export const nothingTyped: Typed = { texts: {} };

export type FieldProblem =
  | { reason: AddressReason | KeyReason; position?: number }
  /** A key is stored, but not for the typed address, whose host is `host`. */
  | { reason: 'other-origin'; host: string }
  | { reason: 'rules'; refused: TypedRules['refused'] }
  | { reason: 'taken'; rule: string; name: string }
  | { reason: 'template'; problem: TemplateProblem }
  | { reason: 'header'; problem: HeaderProblem }
  /** The header belongs to an address with the host `host`, but the typed address has another host (`other`). */
  | { reason: 'header-elsewhere'; name: string; host: string; other: string };

/** The parts of the form that can be collapsed. `more`: rarely needed boxes in the form of the first connection. */
export type Folded = 'more' | 'headers' | 'defaults' | 'templates';

/** The stored data that the form shows: its own connection, the other connections, and the common settings. */
export interface Read {
  /** A number that grows each time data is read, so that older data does not replace newer data. */
  turn: number;
  /** The connection of this form; undefined if it is not stored. */
  connection: ConnectionAddress | undefined;
  all: Connections;
  status: ConnectionStatus;
  /** The connection's addresses to which Waymark has no access. The person can revoke access at any time. */
  barred: readonly string[];
  last: LastReport | undefined;
  defaults: Defaults;
  preferences: Preferences;
  /** The names of the fields that an organisation's policy has fixed. */
  fixed: ReadonlySet<string>;
}

/** The service detected at the address of a page. */
export interface Found {
  page: string;
  /**
   * Undefined until the worker has answered. If no service was detected, the object has no `kind`. Null if the worker
   * could not ask at the page's address.
   */
  service?: Partial<FoundService> | null | undefined;
}

/**
 * What is removed if the person confirms: a key, a stored or unsaved header, the default password, or the connection.
 */
export type Asked = `key ${Service}` | `header ${string}` | `unsaved ${string}` | 'password' | 'connection';

export interface State {
  id: string;
  /** Whether the connection is or was stored, so that its own view has a URL with its id. */
  isNamed: boolean;
  read: Read;
  /** The connection as it was before the person began to type. The boxes and the next save are based on it. */
  base: ConnectionAddress | undefined;
  typed: Typed;
  /** The services whose stored key is being replaced. */
  replacing: readonly Service[];
  problems: Partial<Record<Field, FieldProblem>>;
  open: readonly Folded[];
  /** The addresses and keys that were corrected. For an address, the text as the person had typed it. For a key, ''. */
  corrected: Partial<Record<Field, string>>;
  /** The test or save under way. Its answer is recognised by the `number`. */
  busy?: { number: number; services: readonly Service[] } | undefined;
  number: number;
  /**
   * How many commands with the `do` value `ask` or `remove` are unanswered. Meanwhile, a change of the stored
   * connection is not reported, because it may come from such a command.
   */
  asking: number;
  /** The last save that did not store every service: its test results, and what was sent but not stored. */
  tried?: { report: ConnectionReport; typed: Typed } | undefined;
  /** The number of a save that the person cancelled too late, and that may still be carried out. */
  givenUp?: number | undefined;
  /** Why the last save, test or other command was not carried out. */
  failure?: { problem: Problem; isSave?: true } | undefined;
  asked?: Asked | undefined;
  /** Whether this page, and not another window, is removing the connection. */
  isLeaving?: boolean;
  found?: Found | undefined;
  /** The address of the page that this window showed last. The form offers it while the address box is empty. */
  lastPage?: string | undefined;
  /** The name of the element to focus. A new object with the same name focuses the element again. */
  focus?: { on: string } | undefined;
}

export interface Save {
  do: 'save';
  number: number;
  input: Input<'connection.save'>;
  urls: readonly string[];
  /** The texts and choices in the form at the time of the save. */
  sent: Typed;
}

/** The commands that store or remove something at once, without the rest of the form. */
export type Ask =
  | { name: 'keys.forget'; input: Input<'keys.forget'> }
  | { name: 'keys.forgetHeader'; input: Input<'keys.forgetHeader'> }
  | { name: 'keys.defaultPassword'; input: Input<'keys.defaultPassword'> };

/** Work that follows from an event. Its outcome, if any, is another event. */
export type Command =
  | Save
  /** Tests the stored connection. `access`: the addresses to request access to before the test. */
  | { do: 'test'; number: number; access: readonly string[] }
  /** `sent`: the texts that the command stores. They are removed from the form afterwards. */
  | ({ do: 'ask'; focus: string; sent?: Typed['texts'] } & Ask)
  | { do: 'remove' }
  | { do: 'identify'; page: string }
  | { do: 'leave' }
  /** Puts the id of a newly stored connection into the URL of the page, so that a reload shows the same form. */
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
  /** `name`: the name of the answered command. `read`: the stored data, read again after the answer. */
  | { type: 'answered'; name: Ask['name']; read: Read; focus: string; sent?: Typed['texts'] }
  | { type: 'refused'; problem: Problem }
  | { type: 'removed' }
  | { type: 'reloaded' }
  | { type: 'cancelled' }
  | { type: 'connect'; page: string }
  | { type: 'found'; page: string; service: NonNullable<Found['service']> | null }
  | { type: 'last-page'; page: string };

export type Send = (event: Event) => void;

/** The form of a connection: its state, and the function that takes its events. */
export interface Opened {
  state: State;
  send: Send;
}
