import { type AddressReason, originOf, parseAddress } from '@/lib/connections/address.ts';
import { type KeyReason, parseKey } from '@/lib/connections/key.ts';
import type { ConnectionStatus, FoundService, Service, ServiceStatus, TestResult } from '@/lib/messages/commands.ts';

export type AddressFieldName = 'analyticsUrl' | 'seoUrl';
export type KeyFieldName = 'apiKey' | 'seoApiKey';
export type Field = AddressFieldName | KeyFieldName;

/** The connection as typed. */
export type ConnectionFormState = Record<Field, string>;

/** What is wrong with a field. `other-origin`: there is a key, but for another host than this. */
export type FieldProblem =
  | { reason: AddressReason }
  | { reason: KeyReason; position?: number }
  | { reason: 'other-origin'; host: string };

export const formFields: Record<Service, { address: AddressFieldName; key: KeyFieldName }> = {
  analytics: { address: 'analyticsUrl', key: 'apiKey' },
  seo: { address: 'seoUrl', key: 'seoApiKey' },
};

/** The values to save: corrected, and with a key only if one was typed. */
export interface Wanted {
  analyticsUrl: string;
  seoUrl?: string;
  apiKey?: string;
  seoApiKey?: string;
}

export interface Checked {
  /** The corrected form, without a secret that was pasted into an address. */
  form: ConnectionFormState;
  /** What the person typed in corrected fields; never a key. */
  corrected: Partial<Record<Field, string>>;
  problems: Partial<Record<Field, FieldProblem>>;
  /** Absent if there is a problem. */
  wanted?: Wanted;
}

const secrets: readonly AddressReason[] = ['looks-like-key', 'user-info'];
const isStored = ({ key }: ServiceStatus) => key === 'stored' || key === 'session';

/** The text as an address, or undefined. */
export function urlOf(text: string): string | undefined {
  const address = parseAddress(text);
  return 'url' in address ? address.url : undefined;
}

/** Whether a typed address may be stored as a draft: a secret pasted into the wrong input may not. */
export function mayKeep(text: string): boolean {
  const address = parseAddress(text);
  return 'url' in address || !secrets.includes(address.refused);
}

/** Whether a service is connected at this address's origin. */
const isAt = (status: ServiceStatus, url: string): boolean =>
  status.url !== undefined && originOf(status.url) === originOf(url);

/** Whether a service's stored key is for this address's origin. */
export const serves = (status: ServiceStatus, url: string): boolean => isStored(status) && isAt(status, url);

/** The typed address's host, if the service has a key but for another origin, so that one must be typed again. */
export function otherHost(status: ServiceStatus, typed: string): string | undefined {
  const url = urlOf(typed);
  if (!url || status.key === 'none' || serves(status, url)) return undefined;
  return new URL(url).host;
}

/** Whether anything is filled in for a service: an address or a key. */
export const isUsed = (status: ServiceStatus, typed: string): boolean => typed.trim() !== '' || status.key !== 'none';

/** The state of a key's input. `host`: the key must be typed again for this host. */
export interface KeyBox {
  isOpen: boolean;
  host?: string;
  /** The stored key may be kept instead. */
  canGoBack: boolean;
}

interface KeyTyped {
  address: string;
  value: string;
  replacing: boolean;
  problem?: FieldProblem;
}

/** Whether a key's input is shown, and its notes. */
export function keyBox(status: ServiceStatus, { address, value, replacing, problem }: KeyTyped): KeyBox {
  const host = otherHost(status, address);
  const hasOne = isStored(status) && host === undefined;
  return {
    isOpen: !hasOne || replacing || value !== '' || problem !== undefined,
    host,
    canGoBack: hasOne,
  };
}

function checkAddress(checked: Checked, field: AddressFieldName): string | undefined {
  const typed = checked.form[field];
  const address = parseAddress(typed);
  if ('refused' in address) {
    checked.problems[field] = { reason: address.refused };
    if (secrets.includes(address.refused)) checked.form[field] = '';
    return undefined;
  }
  checked.form[field] = address.url;
  if (address.corrected) checked.corrected[field] = typed;
  return address.url;
}

function checkKeyField(checked: Checked, field: KeyFieldName): string | undefined {
  if (!checked.form[field].trim()) return undefined;
  const key = parseKey(checked.form[field]);
  if ('refused' in key) {
    checked.problems[field] = { reason: key.refused, position: key.position };
    return undefined;
  }
  checked.form[field] = key.key;
  if (key.corrected) checked.corrected[field] = '';
  return key.key;
}

/** A missing key: none typed yet, or only one for another origin. */
function missingKey(status: ServiceStatus, url: string): FieldProblem {
  const host = otherHost(status, url);
  return host ? { reason: 'other-origin', host } : { reason: 'empty' };
}

/** A key is needed for each address: typed now, stored for the same origin, or that of the first service at its own origin. */
function checkPresence({ problems }: Checked, typed: Wanted, { analytics, seo }: ConnectionStatus): void {
  const { analyticsUrl, seoUrl } = typed;
  if (!typed.apiKey && !serves(analytics, analyticsUrl)) problems.apiKey ??= missingKey(analytics, analyticsUrl);
  else if (seoUrl && !typed.seoApiKey) {
    const isServed = serves(seo, seoUrl) || originOf(seoUrl) === originOf(analyticsUrl);
    if (!isServed) problems.seoApiKey ??= missingKey(seo, seoUrl);
  }
}

/** Corrects and checks the form. Synchronous, because the permission prompt must follow in the same click. */
export function checkForm(form: ConnectionFormState, status: ConnectionStatus): Checked {
  const checked: Checked = { form: { ...form }, corrected: {}, problems: {} };
  const analyticsUrl = checkAddress(checked, 'analyticsUrl');
  const seoUrl = form.seoUrl.trim() ? checkAddress(checked, 'seoUrl') : undefined;
  const apiKey = checkKeyField(checked, 'apiKey');
  const seoApiKey = checkKeyField(checked, 'seoApiKey');
  if (!analyticsUrl) {
    if (!form.apiKey && status.analytics.key === 'none') checked.problems.apiKey = { reason: 'empty' };
    return checked;
  }
  const typed: Wanted = { analyticsUrl, seoUrl, apiKey, seoApiKey };
  checkPresence(checked, typed, status);
  if (Object.keys(checked.problems).length) return checked;
  return { ...checked, wanted: typed };
}

/** The result of a service's test, or that it is running. */
export type ServiceOutcome = TestResult | 'testing';

/** What was detected at an address: `asking` meanwhile; without a kind, no known service. */
export type Found = { url: string | undefined; kind?: FoundService['kind'] | undefined } | 'asking';

/** The state of the connection form. */
export interface ConnectionView {
  form: ConnectionFormState;
  status: ConnectionStatus;
  /** Keep the keys only until the browser closes. */
  forgetKeys: boolean;
  replacing: Partial<Record<Service, boolean>>;
  problems: Partial<Record<Field, FieldProblem>>;
  corrected: Partial<Record<Field, string>>;
  /** Number of refused attempts to save; each focuses the first invalid field. */
  refusals: number;
  outcomes: Partial<Record<Service, ServiceOutcome>>;
  /** The services that were tested but not saved. */
  unsaved: readonly Service[];
  /** When the results were found, if not just now (milliseconds since 1970). */
  at?: number;
  /** Why nothing could be saved at all. */
  failure?: string;
  /** The page on which keys are created, once the address has been typed. */
  accountUrl?: string;
  /** Nothing was connected when the page opened. */
  isFirst: boolean;
  /** The person has just asked for the form of a new one, which takes the focus. */
  takesFocus: boolean;
  /** The address was filled in when the page opened, so only the key is missing. */
  isOffered: boolean;
  /** What was detected at the address, if that was tried. */
  found?: Found | undefined;
  /** A page whose service may be meant, while no address has been typed. */
  page?: string | undefined;
}

/** The actions of the connection form. */
export interface ConnectionActions {
  onInput: (field: Field, value: string) => void;
  /** The person has finished typing an address. */
  onLeave: () => void;
  /** Takes the address of a page, and detects the service there. */
  onConnect: (page: string) => void;
  onForgetKeys: (forget: boolean) => void;
  onReplacing: (service: Service, replacing: boolean) => void;
  onForget: (service: Service) => void;
  /** Called directly in the click, because the browser prompts for access. */
  onSave: () => void;
  onSaveAnyway: () => void;
  /** Saves with this address of the analytics service. */
  onUseFound: (url: string) => void;
  onAccess: () => void;
  onRetry: () => void;
}
