import type { AddressReason } from '@/lib/connections/address.ts';
import type { HeaderProblem } from '@/lib/connections/headers.ts';
import type { KeyReason } from '@/lib/connections/key.ts';
import type { TemplateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Answer, Input } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus, FoundService, Service } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import type { LastReport } from '@/lib/storage/lastReport.ts';
import type { ConnectionAddress, Connections, Defaults, Preferences, Templates } from '@/lib/storage/settings.ts';
import type { TypedRules } from '../rulesText.ts';

/** Everything that is typed as text. */
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

/** Those that hold a secret: they are in this state alone, and gone with the page. */
export const secretFields: readonly Field[] = ['analytics.key', 'seo.key', 'password', 'header.value'];

/** What is typed or chosen and not saved. */
export interface Typed {
  texts: Partial<Record<Field, string>>;
  /** Whether keys are kept only until the browser closes. */
  forgetKeys?: boolean;
  /** The connection's own; null: the common ones from now on. */
  defaults?: Defaults | null;
  templates?: Templates | null;
  /** The origins between which the person wants the first service's key to be copied: where one differs by now, it is not. */
  copy?: string;
  /** To be added to the connection's headers; like its key, each is a secret. */
  headers?: WaitingHeader[] | undefined;
}

export interface GivenHeader {
  name: string;
  value: string;
}

export interface WaitingHeader extends GivenHeader {
  /** That of the address for which it was added; undefined if there was none yet. It is sent to no other one. */
  origin?: string | undefined;
}

export const nothingTyped: Typed = { texts: {} };

/** What is wrong with a field. */
export type FieldProblem =
  | { reason: AddressReason | KeyReason; position?: number }
  /** There is a key, but for another host than this. */
  | { reason: 'other-origin'; host: string }
  | { reason: 'rules'; refused: TypedRules['refused'] }
  | { reason: 'taken'; rule: string; name: string }
  | { reason: 'template'; problem: TemplateProblem }
  | { reason: 'header'; problem: HeaderProblem }
  /** It waits for another host than that of the address. */
  | { reason: 'header-elsewhere'; name: string; host: string; other: string };

/** What is folded away: `more` in the first form, for what few people need, and the folds by their names. */
export type Folded = 'more' | 'headers' | 'defaults' | 'templates';

/** What is stored of the connection, of the others, and of what they have in common. */
export interface Read {
  /** Counts readings, in the order in which they began. */
  turn: number;
  /** Undefined: it is not stored. */
  connection: ConnectionAddress | undefined;
  all: Connections;
  status: ConnectionStatus;
  /** Those of its addresses that Waymark may not talk to; the person may revoke it at any time. */
  barred: readonly string[];
  last: LastReport | undefined;
  defaults: Defaults;
  preferences: Preferences;
  /** What an organisation has fixed, by the names of its fields. */
  fixed: ReadonlySet<string>;
}

/** What was detected at the address of a page; without a kind, no service. */
export interface Found {
  page: string;
  /** Undefined meanwhile. */
  service?: Partial<FoundService>;
}

/** What the person is asked to confirm: the removal of a key, of a header, of the password, or of the connection. */
export type Asked = `key ${Service}` | `header ${string}` | 'password' | 'connection';

export interface State {
  id: string;
  /** The page's address names it, because it is or was stored. */
  isNamed: boolean;
  read: Read;
  /** The connection as it was read when the form began to be typed in: what the boxes show and what is sent comes from it. */
  base: ConnectionAddress | undefined;
  typed: Typed;
  /** The services whose stored key is being replaced. */
  replacing: readonly Service[];
  problems: Partial<Record<Field, FieldProblem>>;
  /** What is folded out. */
  open: readonly Folded[];
  /** What the person typed in addresses and keys that were corrected; nothing of a key. */
  corrected: Partial<Record<Field, string>>;
  /** What is tested or saved now. Answers to earlier questions are told apart by the number. */
  busy?: { number: number; services: readonly Service[] } | undefined;
  number: number;
  /** How many presses of their own are not answered yet: what is read meanwhile may be theirs. */
  asking: number;
  /** What was tested here and not saved, and what was typed then. */
  tried?: { report: ConnectionReport; typed: Typed } | undefined;
  /** The number of a save that the person has given up and that may be stored all the same. */
  givenUp?: number | undefined;
  /** Why nothing was saved. */
  failure?: Problem | undefined;
  asked?: Asked | undefined;
  /** The connection is being removed here. */
  isLeaving?: boolean;
  found?: Found | undefined;
  /** A page whose service may be meant, while no address has been typed. */
  lastPage?: string | undefined;
  /** What gets the focus: the name of a slot of the view. Each is a new object. */
  focus?: { on: string } | undefined;
}

export interface Save {
  do: 'save';
  number: number;
  input: Input<'connection.save'>;
  /** The addresses that it needs access to. */
  urls: readonly string[];
  /** What is typed as it is sent. */
  sent: Typed;
}

/** What is stored by a press of its own, beside the form. */
export type Ask =
  | { name: 'keys.forget'; input: Input<'keys.forget'> }
  | { name: 'keys.forgetHeader'; input: Input<'keys.forgetHeader'> }
  | { name: 'keys.defaultPassword'; input: Input<'keys.defaultPassword'> };

/** What follows from an event: the outcome of each comes back as an event. */
export type Command =
  | Save
  /** `access`: the addresses to ask the browser for first. */
  | { do: 'test'; number: number; access: readonly string[] }
  /** `sent`: the texts that are stored by it, and then leave the form. */
  | ({ do: 'ask'; focus: string; sent?: Typed['texts'] } & Ask)
  | { do: 'remove'; urls: readonly string[] }
  | { do: 'identify'; page: string }
  | { do: 'leave' }
  /** It is stored now: a reload shows it again. */
  | { do: 'name-route' };

export type Event =
  | { type: 'read'; read: Read }
  | { type: 'typed'; field: Field; text: string }
  | { type: 'chosen'; part: Pick<Typed, 'forgetKeys' | 'defaults' | 'templates'> }
  | { type: 'folded'; part: Folded; isOpen: boolean }
  | { type: 'copied' }
  | { type: 'replacing'; service: Service; isOn: boolean }
  | { type: 'saved-pressed'; anyway?: true; overwrite?: true; url?: string }
  | { type: 'retried' }
  | { type: 'access-pressed' }
  | { type: 'saved'; number: number; answer: Answer<ConnectionReport>; sent: Typed; at: number; read: Read }
  | { type: 'tested'; number: number; answer: Answer<ConnectionReport>; at: number }
  | { type: 'asked'; what: Asked | undefined; focus: string }
  | { type: 'confirmed' }
  | { type: 'seo-removed' }
  | { type: 'header-added' }
  | { type: 'password-saved' }
  /** `name`: what was asked for was stored, and `read` is what was read since. */
  | { type: 'answered'; name: Ask['name']; read: Read; focus: string; sent?: Typed['texts'] }
  | { type: 'refused'; problem: Problem }
  | { type: 'removed' }
  | { type: 'reloaded' }
  | { type: 'cancelled' }
  | { type: 'connect'; page: string }
  | { type: 'found'; page: string; service: Partial<FoundService> | undefined }
  | { type: 'last-page'; page: string };

export type Send = (event: Event) => void;
