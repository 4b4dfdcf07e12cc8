import {
  type Assignments,
  assignmentsIn,
  type CodeForms,
  type NamedSite,
  plainCode,
  plainData,
  withoutComments,
} from '../services/codeForms.ts';
import { kindForms } from '../services/kindForms.ts';
import { escapeRegExp } from '../util/escapeRegExp.ts';
import { without } from '../util/without.ts';
import { isOfSite, nameAt, parseUrl, relationOf, shownUrl } from './address.ts';
import { blockedBy, isRunnable } from './blocked.ts';
import type { PageFacts, ScriptFact } from './facts.ts';
import { isUnique } from './isUnique.ts';
import { withLastSet } from './lastSet.ts';
import type { Piece } from './pieces.ts';
import { hostsWithoutPage, isOwnAddress, type Subject, type Tag, tagAddress } from './tag.ts';
import { isText, waitingIn, waits } from './waiting.ts';

/** Matches types of script elements with data that another script may turn into code. */
const data = /json|template|html|importmap|rules|init|component|config/i;
/** Matches types of script elements with data that is never turned into code. */
export const inert = /ld\+json|speculationrules/i;

/** Matches data that a framework passes to its own scripts. In such data, tracking code is only text. */
const handedOver =
  /__next_[fs]\b|__NUXT|__NEXT_DATA__|__remixContext|__reactRouterContext|__INITIAL_STATE__|__sveltekit/;

type Found = Pick<Tag, 'relation' | 'service' | 'site'> & { target?: URL };

const addressOf = (text: string, { page, serviceUrl }: Subject): URL | undefined => {
  // An address without a scheme gets the service's scheme. Such addresses are common and no reason for doubt.
  const absolute = text.startsWith('//') ? serviceUrl.protocol + text : text;
  const base = (page ?? serviceUrl).href;
  return URL.canParse(absolute, base) ? parseUrl(new URL(absolute, base).href) : undefined;
};

/**
 * Returns the server that most likely receives the hits for a site named in code. `servers`: the servers named near the
 * site. The first of these that exists: 1. the connected service, 2. a server at another path of its host, 3. a server
 * of the page's own site, 4. the first server.
 */
function serverOf(servers: readonly string[], subject: Subject): URL | undefined {
  const all = servers.flatMap((one) => addressOf(one, subject) ?? []);
  return (
    all.find((one) => isOwnAddress(relationOf(one, subject.serviceUrl))) ??
    all.find((one) => relationOf(one, subject.serviceUrl) === 'path') ??
    all.find((one) => subject.page && isOfSite(one, subject.page)) ??
    all[0]
  );
}

/** Whether a site named in code is the connected service's record for this page; undefined if that is unknown. */
const isOurs = (site: string | undefined, id: string | undefined): boolean | undefined =>
  site === undefined || id === undefined ? undefined : site.toLowerCase() === id.toLowerCase();

/**
 * Judges code whose hits go to the connected service, and returns one of these relations. `siteless`: the code names no
 * site. `site`: it names a site other than the expected one. `unknown`: it names another value, which may not be a site
 * (see `isKeyed`). The given `relation`: nothing shows that it names another site.
 */
function relateHere({ site, isKeyed }: NamedSite, relation: Tag['relation'], target: URL, id?: string): Found {
  if (site !== undefined && isOurs(site, id) === false)
    return isKeyed ? { relation: 'unknown', service: '' } : { relation: 'site', service: site, target };
  return { relation: site === undefined ? 'siteless' : relation, service: shownUrl(target), target };
}

/**
 * Whether code certainly counts visits for the record with this id: it names the id, the id is unique, and it does not
 * send hits to another server. `isElsewhere`: the code names another server, but perhaps sends no hits to it.
 */
function isUnmistakable({ site, isSent }: NamedSite, isElsewhere: boolean, id = ''): boolean {
  return isUnique(id) && isOurs(site, id) === true && !(isSent && isElsewhere);
}

/**
 * Compares a site named in a page's code with the connected service. Undefined if the code is unrelated to the service.
 */
function relate(named: NamedSite, form: CodeForms, subject: Subject): Found | undefined {
  const { servers, site, isGuess, isKeyed } = named;
  const { serviceUrl, page, site: expected } = subject;
  const target = serverOf(servers, subject);
  const relation = target ? relationOf(target, serviceUrl) : 'other';
  const isHere = target !== undefined && page !== undefined && isOfSite(target, page);
  if (isUnmistakable(named, target !== undefined && relation === 'other' && !isHere, expected.id))
    return { relation: 'same', service: shownUrl(serviceUrl), target: serviceUrl };
  if (target && isOwnAddress(relation)) return relateHere(named, relation, target, expected.id);
  if (!target || isGuess) return { relation: 'unknown', service: '', ...(site && !isKeyed ? { site } : {}) };
  const there = { service: shownUrl(target), target };
  if (relation === 'path') return { relation, ...there };
  if (isHere && isOurs(site, expected.id) !== false) return { relation: 'through', ...there };
  return form === subject.form ? { relation: 'other', ...there } : undefined;
}

/** Whether a piece of a page is not code itself, but attributes, data or settings that other code may use. */
function isMaterial({ type, isData }: Piece, text: string, form: CodeForms): boolean {
  const isCode = isRunnable({ type });
  if (isData ? isCode : !isCode && data.test(type)) return true;
  return isCode && !isPicture(text) && (handedOver.test(text) || !form.isCode.test(text) || isText(text, form));
}

const isPicture = (text: string) => /^src="[^"]*"$/.test(text);

type Reason = (target: URL | undefined) => Tag['blocked'];

/**
 * Returns a function that judges all tags in one piece of code, so that the piece is read only once. That function
 * takes the server that gets a tag's hits. It returns why the tag does not run or may not run; undefined if it runs.
 */
function reasonFor(piece: Piece, text: string, form: CodeForms, subject: Subject, code: PageCode): Reason {
  const { type, place, isData, load } = piece;
  if (place !== 'page') return () => place;
  if (isMaterial(piece, text, form)) {
    const isSettings = !isData && isRunnable({ type });
    const state = isSettings && waits(text, form, subject) ? 'held' : 'mentioned';
    return () => state;
  }
  const script = { src: '', id: '', type, data: [], text, place, nomodule: false, ...(load ? { load } : {}) };
  const wait = code.isRunning && form.loads?.test(text) ? undefined : waitingIn(text, form, subject);
  const waiting = wait ?? (isPicture(text) ? undefined : code.unloaded.get(form));
  return (target) => blockedBy(script, target, subject) ?? waiting;
}

/** Returns `mentioned` (see `Held`) if the code's `relation` shows that it names no service, otherwise undefined. */
const blockedIfPlaceless = ({ relation }: Pick<Tag, 'relation'>): Tag['blocked'] =>
  relation === 'unknown' ? 'mentioned' : undefined;

type Judged = Found & Pick<Tag, 'blocked' | 'isShared'>;

/**
 * Weakens a judgement of code (`found`) if it is doubtful that the code counts the expected site. The code may be only
 * for other hosts (`only`), wait for a call by the page (`isManual`), or choose between sites (`isChoice`).
 */
function conditioned(found: Judged, { isChoice, site, only, isManual }: NamedSite, page: URL | undefined): Judged {
  const left = hostsWithoutPage(only, page);
  if (left !== undefined && isOwnAddress(found.relation)) return { ...found, relation: 'site', service: left };
  if (isManual) return { ...found, blocked: 'held' };
  if (!isChoice) return found;
  if (isOwnAddress(found.relation)) return { ...found, blocked: 'mentioned' };
  return { relation: 'unknown', service: '', blocked: 'mentioned', ...(site ? { site } : {}) };
}

function tagsOfForm(piece: Piece, text: string, form: CodeForms, subject: Subject, code: PageCode): Tag[] {
  if (!new RegExp(form.marks, 'i').test(text)) return [];
  const blockedFor = reasonFor(piece, text, form, subject, code);
  const isRun = !blockedFor(undefined);
  const isMeant = !subject.form || form === subject.form;
  const isRelated = ({ relation }: Found, { isBare }: NamedSite) =>
    isBare ? isOwnAddress(relation) || relation === 'site' : isMeant || relation !== 'unknown';
  const named = form.sitesIn(text, code.elsewhere).flatMap((one) => {
    const found = relate(one.isUnfilled && !isRun ? without(one, ['site']) : one, form, subject);
    return found && isRelated(found, one) ? conditioned({ ...found, isShared: one.isShared }, one, subject.page) : [];
  });
  const all: Judged[] = [...named, ...containerIn(text, form, subject)];
  return all.map(({ target, blocked: own, ...rest }) => {
    const blocked = blockedFor(target) ?? own ?? (target ? undefined : blockedIfPlaceless(rest));
    return { by: 'inline', ...rest, ...(blocked && { blocked, isShared: undefined }), dnt: false };
  });
}

const textOf = ({ text, type, isData }: Piece): string =>
  isData || !isRunnable({ type }) ? plainData(text) : plainCode(withoutComments(text));

/** Facts about the code of the whole page that a piece of code may depend on. */
interface PageCode {
  elsewhere: Assignments;
  /** Why this kind's script does not run: it did not load, or nothing loads it at once (`mentioned`). */
  unloaded: ReadonlyMap<CodeForms, Tag['blocked']>;
  /** Whether the service's script is on the open page, loaded by code that had to wait but has run by now. */
  isRunning: boolean;
}

const alone: PageCode = { elsewhere: () => [], unloaded: new Map(), isRunning: false };

function tagsOfPiece(piece: Piece, subject: Subject, code = alone): Tag[] {
  if (inert.test(piece.type)) return [];
  const text = textOf(piece);
  const found = kindForms.flatMap((form) => tagsOfForm(piece, text, form, subject, code));
  const keys = found.map(({ relation, service }) => `${relation} ${service}`);
  return found.filter((_one, at) => keys.indexOf(keys[at] ?? '') === at);
}

/**
 * Finds the script of this kind's tag manager in a text that also names the connected service. What the script counts
 * is decided on the server.
 */
function containerIn(text: string, { container }: CodeForms, subject: Subject): Found[] {
  return container?.address.test(text) && namesService(text, subject)
    ? [{ relation: 'container', service: container.name }]
    : [];
}

/** Returns the tags of a script whose address is that of a known kind's tracking script or tag manager. */
function tagsOfScript(script: ScriptFact, subject: Subject): Tag[] {
  const url = tagAddress(script);
  if (!url) return [];
  return kindForms.flatMap((form) => {
    const [container] = containerIn(url.href, form, subject);
    const server = form.serverOf(url);
    const named = server === undefined ? undefined : relate({ servers: [server] }, form, subject);
    const told =
      container ?? (named?.relation === 'through' ? { relation: 'unknown' as const, service: url.host } : named);
    if (!told) return [];
    const { target, ...rest } = told;
    const blocked = blockedBy(script, target, subject);
    return { by: 'script' as const, ...rest, ...(blocked ? { blocked } : {}), dnt: false };
  });
}

const attributesIn = ({ src, data: pairs, id }: ScriptFact): string =>
  [['src', src], ['id', id], ...pairs].map(([name, value]) => `${name}="${value}"`).join(' ');

/**
 * Whether a text names the service (see `nameAt`). Slashes in it may be escaped. Being part of a longer name does not
 * count.
 */
export const namesService = (text: string, { serviceUrl, page }: Subject): boolean =>
  new RegExp(`(?<![\\w.-])${escapeRegExp(nameAt(page, serviceUrl))}(?![\\w-]|\\.\\w)`, 'i').test(
    text.replaceAll(/\\\/|(?:\\u00|\\x|%)2f/gi, '/'),
  );

/** Returns the tags in a script's address and attributes. Used for scripts that do not match the template. */
export const tagsOfElement = (script: ScriptFact, subject: Subject): Tag[] => {
  const { place, type } = script;
  const piece: Piece = { text: attributesIn(script), type, place, isData: true };
  const isNamed = ({ relation }: Tag) => relation !== 'unknown' && relation !== 'siteless';
  const named = script.src ? tagsOfPiece(piece, subject).filter(isNamed) : [];
  return named.length ? named : tagsOfScript(script, subject);
};

/**
 * Completes a tag that names no site (`siteless`): a page may load the script in one place and name the site in
 * another. If other code on the page names `sites`, the tag's relation becomes `site` if the expected site (`id`) is
 * known and not among them, otherwise `same`. Other tags stay unchanged.
 */
function withSite(tag: Tag, sites: readonly string[], id: string | undefined): Tag {
  const [site] = sites;
  if (tag.relation !== 'siteless' || site === undefined) return tag;
  const isOther = id !== undefined && !sites.includes(id.toLowerCase());
  return isOther ? { ...tag, relation: 'site', service: site } : { ...tag, relation: 'same' };
}

/**
 * Combines the tags of a whole page. Drops tags that name no site or no service if another tag says more. A remaining
 * tag that names no site may get another relation (see `withSite`).
 */
export function joined(tags: readonly Tag[], { site: { id } }: Subject): Tag[] {
  const named = tags.filter(({ relation }) => relation !== 'siteless' && relation !== 'unknown');
  const isHere = ({ relation, blocked, isShared }: Tag) =>
    (isOwnAddress(relation) || relation === 'site') && (blocked !== 'mentioned' || isShared);
  const isLoaded = tags.some(({ relation, blocked }) => relation === 'siteless' && blocked !== 'mentioned');
  const isKept: Partial<Record<Tag['relation'], boolean>> = {
    siteless: !named.some(isHere),
    unknown: !named.length && !isLoaded,
  };
  const sites = tags.flatMap(({ site }) => site ?? []);
  return tags.filter(({ relation }) => isKept[relation] ?? true).map((tag) => withSite(tag, sites, id));
}

/**
 * Whether a script may belong to this kind of service: its address is that of a tracking script of the kind, has one of
 * the kind's words (`marks`) in its path, or names the connected service.
 */
export function isScriptOf(script: ScriptFact, { serverOf, marks }: CodeForms, subject: Subject): boolean {
  const url = script.place === 'page' && isRunnable(script) ? parseUrl(script.src) : undefined;
  if (!url) return false;
  return serverOf(url) !== undefined || namesService(url.href, subject) || new RegExp(marks, 'i').test(url.pathname);
}

/** Returns the tags in the pieces of a page's code and data, recognised by the known forms of code (`kindForms`). */
export function tagsOfPieces({ pieces = [], scripts, hasRun }: PageFacts, subject: Subject): Tag[] {
  const isCode = ({ place, type, isData }: Piece) => place === 'page' && !isData && isRunnable({ type });
  const texts = pieces.filter(isCode).map(textOf);
  const isAtOnce = (form: CodeForms) => texts.some((text) => form.loads?.test(text) && !waitingIn(text, form, subject));
  const whyUnloaded = (form: CodeForms): Tag['blocked'] => {
    const own = scripts.filter((one) => isScriptOf(one, form, subject));
    if (own.length) return own.every(({ load }) => load) ? own[0]?.load : undefined;
    return !form.loads || isAtOnce(form) ? undefined : 'mentioned';
  };
  const isOwnRunning = ({ relation, blocked }: Tag) => relation === 'siteless' && !blocked;
  const code: PageCode = {
    isRunning:
      !!hasRun && !kindForms.some(isAtOnce) && scripts.some((one) => tagsOfScript(one, subject).some(isOwnRunning)),
    elsewhere: assignmentsIn(texts.join('\n')),
    unloaded: new Map(kindForms.map((form) => [form, whyUnloaded(form)])),
  };
  return withLastSet(pieces.flatMap((piece) => tagsOfPiece(piece, subject, code)));
}
