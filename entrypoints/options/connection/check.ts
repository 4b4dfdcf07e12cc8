import { type AddressReason, originOf, parseAddress } from '@/lib/connections/address.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { headerProblem } from '@/lib/connections/headers.ts';
import { parseKey } from '@/lib/connections/key.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import { takenRules } from '@/lib/connections/rules.ts';
import { serviceNames } from '@/lib/connections/services.ts';
import { templateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Input } from '@/lib/messages/ask.ts';
import type { Keep, Service, ServiceStatus } from '@/lib/messages/commands.ts';
import { hasKey } from '@/lib/messages/connectionStatus.ts';
import { defaultKind, traitsOf } from '@/lib/services/traits.ts';
import { readRules } from '../rulesText.ts';
import { templateNames } from '../settingsTable.ts';
import { ownDefaults, ownTeam, ownTemplates, textOf } from './shown.ts';
import type { Field, FieldProblem, Folded, GivenHeader, State, Typed, WaitingHeader } from './state.ts';

const secretReasons: readonly AddressReason[] = ['looks-like-key', 'user-info'];

/** Returns the address in a text, or undefined if the text is not a usable address. */
export function urlOf(text: string): string | undefined {
  const address = parseAddress(text);
  return 'url' in address ? address.url : undefined;
}

/**
 * Returns what to store of a typed address, so that it survives a reload. Undefined if the text may contain a secret.
 */
export function keepable(text: string): string | undefined {
  const address = parseAddress(text);
  if ('url' in address) return /[?#]/.test(text) ? address.url : text;
  return secretReasons.includes(address.refused) || /[?#@]/.test(text) ? undefined : text;
}

/** Whether a service's stored key may be sent to `url`, because its stored address has the same origin. */
export const serves = (status: ServiceStatus, url: string): boolean =>
  hasKey(status) && status.url !== undefined && originOf(status.url) === originOf(url);

/** Returns the host of a typed address if a key must be typed for it, because the stored key is for another origin. */
export function otherHost(status: ServiceStatus, typed: string): string | undefined {
  const url = urlOf(typed);
  return !url || status.key === 'none' || serves(status, url) ? undefined : new URL(url).host;
}

/** Whether the SEO service uses the analytics service's key: it has the same origin and no key of its own. */
function followsFirst({ read, typed }: State, seoUrl: string, analyticsUrl: string): boolean {
  const { seo } = read.status;
  return (
    !typed.texts['seo.key'] &&
    originOf(seoUrl) === originOf(analyticsUrl) &&
    (!serves(seo, seoUrl) || seo.isCopy === true)
  );
}

/** Returns the two origins between which a key can be copied, as one text. Undefined if either address is unusable. */
export function copyable(state: State): string | undefined {
  const [first, second] = [urlOf(textOf(state, 'analytics.url')), urlOf(textOf(state, 'seo.url'))];
  return first && second && `${originOf(first)} ${originOf(second)}`;
}

/** Whether the SEO service will get a copy of the key, as the person asked. False if an origin has changed since. */
const isCopied = (state: State): boolean => state.typed.copy !== undefined && state.typed.copy === copyable(state);

export interface Checked {
  texts: Typed['texts'];
  corrected: State['corrected'];
  problems: State['problems'];
  /** The input of the command that saves the form. Undefined if there is a problem. */
  input?: Input<'connection.save'>;
  /** The addresses to which a save needs access. */
  urls: string[];
}

type Part = Pick<Checked, 'texts' | 'corrected' | 'problems'>;

function checkKey(state: State, field: `${Service}.key`, part: Part): string | undefined {
  const typed = state.typed.texts[field] ?? '';
  if (!typed.trim()) return undefined;
  const key = parseKey(typed);
  if ('refused' in key) {
    part.problems[field] = { reason: key.refused, position: key.position ?? 0 };
    return undefined;
  }
  part.texts[field] = key.key;
  if (key.corrected) part.corrected[field] = '';
  return key.key;
}

function checkAddress(state: State, field: `${Service}.url`, part: Part): string | undefined {
  const typed = textOf(state, field);
  const address = parseAddress(typed);
  if ('refused' in address) {
    part.problems[field] = { reason: address.refused };
    if (secretReasons.includes(address.refused)) part.texts[field] = '';
    return undefined;
  }
  if (!address.corrected) return address.url;
  part.texts[field] = address.url;
  part.corrected[field] = typed;
  return address.url;
}

interface GivenService {
  url: string;
  key?: string | undefined;
  copyOf?: 'analytics';
}

/** Returns a service's corrected address and key. Undefined if the address is unusable. */
function checkService(state: State, service: Service, part: Part): GivenService | undefined {
  const key = checkKey(state, `${service}.key`, part);
  const url = checkAddress(state, `${service}.url`, part);
  return url === undefined ? undefined : { url, key };
}

function missingKey(status: ServiceStatus, url: string): FieldProblem {
  const host = otherHost(status, url);
  return host ? { reason: 'other-origin', host } : { reason: 'empty' };
}

function checkRules(state: State, part: Part): string[] {
  const read = readRules(textOf(state, 'rules'));
  const [taken] = takenRules(state.id, read.rules, state.read.all);
  if (read.refused.length) part.problems.rules = { reason: 'rules', refused: read.refused };
  else if (taken) {
    const name = distinctNames(state.read.all.list).get(taken.owner.id) ?? '';
    part.problems.rules = { reason: 'taken', rule: taken.rule, name };
  }
  return read.rules;
}

export const headerFields = ['header.name', 'header.value'] as const;

/** Whether an `Authorization` header may be added. False if the service is known to expect its key in that header. */
function mayBeBasic(state: State): boolean {
  const { base, found } = state;
  const isStored = base !== undefined && textOf(state, 'analytics.url') === base.analyticsUrl;
  const kind = isStored ? (base.kind ?? defaultKind) : found?.service?.kind;
  return kind === undefined || traitsOf(kind).basic === true;
}

/** Whether an unsaved header belongs to an origin that is not that of the address in the form. */
export function waitsElsewhere(state: State, { origin }: WaitingHeader): boolean {
  const url = urlOf(textOf(state, 'analytics.url'));
  return url !== undefined && origin !== undefined && origin !== originOf(url);
}

/** Returns the stored headers for the hosts in the form, or all headers if the form has no usable address. */
function storedHeaders(state: State) {
  const urls = serviceNames.flatMap((service) => urlOf(textOf(state, `${service}.url`)) ?? []);
  const hosts = urls.map((url) => new URL(url).host);
  return (state.read.status.headers ?? []).filter(({ host }) => !urls.length || hosts.includes(host));
}

/** Returns the unsaved headers that stay when `name` is added. A header of that name for another origin is replaced. */
const staying = (state: State, name: string): WaitingHeader[] =>
  (state.typed.headers ?? []).filter(
    (one) => one.name.toLowerCase() !== name.toLowerCase() || !waitsElsewhere(state, one),
  );

/** Returns the header in the boxes and the other unsaved headers (`others`), or why the header cannot be added. */
export function typedHeader(
  state: State,
):
  | { header: WaitingHeader; others: WaitingHeader[] }
  | { field: (typeof headerFields)[number]; problem: FieldProblem } {
  const [name = '', value = ''] = headerFields.map((field) => textOf(state, field).trim());
  const others = staying(state, name);
  const names = [...storedHeaders(state), ...others].map((one) => one.name);
  const reason = headerProblem(name, value, names, mayBeBasic(state));
  const url = urlOf(textOf(state, 'analytics.url'));
  if (!reason) return { header: { name, value, origin: url && originOf(url) }, others };
  const problem: FieldProblem = { reason: 'header', problem: reason };
  return { field: reason.startsWith('value') ? 'header.value' : 'header.name', problem };
}

/** Checks all headers that are not saved yet, including the one in the boxes, and returns them. */
function checkHeaders(state: State, url: string | undefined, part: Part): GivenHeader[] {
  const isTyped = headerFields.some((field) => textOf(state, field));
  const typed = isTyped ? typedHeader(state) : undefined;
  if (typed && 'problem' in typed) part.problems[typed.field] = typed.problem;
  const headers = typed && 'header' in typed ? [...typed.others, typed.header] : (state.typed.headers ?? []);
  const astray = headers.find((one) => waitsElsewhere(state, one));
  if (astray?.origin && url) {
    const [host, other] = [new URL(astray.origin).host, new URL(url).host];
    part.problems['header.name'] ??= { reason: 'header-elsewhere', name: astray.name, host, other };
  }
  return headers.map(({ name, value }) => ({ name, value }));
}

function checkTemplates(state: State, part: Part): void {
  if (!ownTemplates(state)) return;
  for (const name of templateNames) {
    const problem = templateProblem(name, textOf(state, name));
    if (problem) part.problems[name] = { reason: 'template', problem };
  }
}

/** Whether the SEO service will have a key after the save. */
const isKeyed = (state: State, { key, url, copyOf }: GivenService, first: GivenService): boolean =>
  !!(key || copyOf) || followsFirst(state, url, first.url) || serves(state.read.status.seo, url);

/**
 * Reports missing keys, except that of an SEO service whose address is already stored. Sets `copyOf` if the person
 * asked for a copy of the analytics service's key.
 */
function checkPresence(state: State, { analytics, seo }: Partial<Record<Service, GivenService>>, part: Part): void {
  const { status, connection } = state.read;
  if (!analytics) {
    if (!hasKey(status.analytics) && !state.typed.texts['analytics.key'])
      part.problems['analytics.key'] ??= { reason: 'empty' };
    return;
  }
  if (!analytics.key && !serves(status.analytics, analytics.url))
    part.problems['analytics.key'] ??= missingKey(status.analytics, analytics.url);
  if (!seo) return;
  if (!seo.key && isCopied(state)) seo.copyOf = 'analytics';
  if (!isKeyed(state, seo, analytics) && seo.url !== connection?.seoUrl)
    part.problems['seo.key'] ??= missingKey(status.seo, seo.url);
}

/** Corrects and checks the form. Synchronous, because browsers refuse to ask for access outside a click handler. */
export function check(state: State): Checked {
  const part: Part = { texts: { ...state.typed.texts }, corrected: {}, problems: {} };
  const analytics = checkService(state, 'analytics', part);
  const seo = textOf(state, 'seo.url').trim() ? checkService(state, 'seo', part) : undefined;
  checkPresence(state, { analytics, seo }, part);
  const headers = checkHeaders(state, analytics?.url, part);
  const rules = checkRules(state, part);
  checkTemplates(state, part);
  if (!analytics || Object.keys(part.problems).length) return { ...part, urls: [] };
  const own = {
    name: textOf(state, 'name').trim(),
    rules,
    defaults: ownDefaults(state),
    templates: ownTemplates(state),
    ...ownTeam(state),
  };
  const keep: Keep = isForgetting(state) ? 'session' : 'always';
  const input = {
    connection: state.id,
    services: { analytics, seo },
    ...(headers.length ? { headers } : {}),
    own,
    read: revisionOf(state.base),
    keep,
  };
  return { ...part, input, urls: [analytics.url, ...(seo && isKeyed(state, seo, analytics) ? [seo.url] : [])] };
}

/** How the form shows a service's key. */
type KeyLook =
  /** The SEO service uses the analytics service's key. */
  | { is: 'copy' }
  | { is: 'stored' }
  /**
   * A box for a key. `host`: the address's host, if the stored key is for another origin (see `otherHost`).
   * `canGoBack`: whether the stored key can be kept. `copyTo`: the SEO service's host, if the form offers to copy the
   * analytics service's key to it.
   */
  | { is: 'box'; host?: string | undefined; canGoBack: boolean; copyTo?: string | undefined };

export function keyLook(state: State, service: Service): KeyLook {
  const { read, typed, replacing, problems } = state;
  const [field, address] = [`${service}.key` as const, textOf(state, `${service}.url`)];
  const [url, first] = [urlOf(address), urlOf(textOf(state, 'analytics.url'))];
  const text = typed.texts[field] ?? '';
  const isOpen = replacing.includes(service) || text !== '' || problems[field] !== undefined;
  const isSecond = service !== 'analytics' && url !== undefined && first !== undefined;
  if (isSecond && !isOpen && (isCopied(state) || followsFirst(state, url, first))) return { is: 'copy' };
  const status = read.status[service];
  const hasOne = url ? serves(status, url) : hasKey(status);
  if (hasOne && !isOpen) return { is: 'stored' };
  const isElsewhere = isSecond && originOf(url) !== originOf(first);
  const copyTo = isElsewhere && text === '' ? new URL(url).host : undefined;
  return { is: 'box', host: otherHost(status, address), canGoBack: hasOne, copyTo };
}

/** Whether keys are kept only until the browser closes. */
export const isForgetting = ({ typed, base }: State): boolean => typed.forgetKeys ?? base?.forgetKeys ?? false;

/** Returns the first field with a problem, in the order of the form. */
const firstField = (problems: State['problems']): Field | undefined => {
  const order = ['name', 'analytics.url', 'analytics.key', 'seo.url', 'seo.key', ...headerFields, 'rules'] as const;
  return [...order, ...(Object.keys(problems) as Field[])].find((field) => problems[field]);
};

const foldOf: Partial<Record<string, readonly Folded[]>> = {
  seo: ['more'],
  header: ['more', 'headers'],
  ...Object.fromEntries(templateNames.map((name) => [name, ['templates']])),
};

/** Replaces the problems in the form, expands the part with the first problem, and moves the focus to its field. */
export function withProblems(state: State, problems: State['problems']): State {
  const first = firstField(problems);
  const folded = (first && foldOf[first.split('.')[0] ?? '']) ?? [];
  return { ...state, problems, open: [...new Set([...state.open, ...folded])], focus: { on: first ?? 'save' } };
}
