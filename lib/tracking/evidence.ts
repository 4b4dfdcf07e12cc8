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
import { isOfSite, parseUrl, relationOf, shownUrl } from './address.ts';
import type { PageFacts, ScriptFact } from './facts.ts';
import type { Piece } from './pieces.ts';
import { blockedBy, isNear, isRunnable, isUnique, type Subject, type Tag, tagAddress } from './tag.ts';

/** Scripts that are data, which a script of the page may make code of. */
const data = /json|template|html|importmap|rules|init|component|config/i;
/** Data that nothing makes code of. */
const inert = /ld\+json|speculationrules/i;

/** Words by which code waits for a visitor's consent. */
const consent =
  /consent|tarteaucitron|klaro|orejime|cookies?[-_ ]?(?:accept|banner|notice|law|allow|control|hub|yes|first|man|bot|policy|pref)|gdpr|rgpd|dsgvo|ccpa|opt[-_]?in\b|cmplz|borlabs|axeptio|didomi|onetrust|optanon|usercentrics|iubenda|\b_?on_?accept/i;
/** What frameworks hand to their own scripts: code in it is text. */
const handedOver =
  /__next_[fs]\b|__NUXT|__NEXT_DATA__|__remixContext|__reactRouterContext|__INITIAL_STATE__|__sveltekit/;

/** Google's consent mode stands beside much code that does not wait for it. */
const otherConsent = /gtag\(\s*["']consent["'][^)]{0,400}\)/g;

function waits(text: string, { ownConsent }: CodeForms): boolean {
  const rest = text.replace(otherConsent, '');
  return consent.test(ownConsent ? rest.replace(ownConsent, '') : rest);
}

/** Where a function begins that has a name. */
const declaration =
  /(?:function\s+(\w{1,60})\s*\([^)]{0,200}\)|(?:const|let|var)\s+(\w{1,60})\s*=\s*(?:async\s*)?(?:function\s*\([^)]{0,200}\)|\(?[\w\s,]{0,100}\)?\s*=>))\s*\{/g;

/** Code that waits for what a visitor does, or has stored. */
const condition =
  /(?:addEventListener\(\s*["'](?:click|scroll|mouse\w{2,6}|touchstart|keydown|pointerdown)["']|\.one?\(\s*["']click["']|\bif\s*\([^{};]{0,300}(?:localStorage|sessionStorage|cookie)[^{};]{0,200}\))[^{};]{0,120}\{/gi;

/** Whether the first of a kind's words after this place is within the block that begins there. */
function isWithin(text: string, from: number, marks: string): boolean {
  const body = text.slice(from);
  const between = body.slice(0, Math.max(0, body.search(new RegExp(marks, 'i'))));
  return between !== '' && between.split('{').length >= between.split('}').length;
}

/** Whether all of a piece's code stands in a function that nothing in the piece calls: another script does, if any. */
const isUncalled = (text: string, marks: string): boolean =>
  [...text.matchAll(declaration)].some(
    ({ index, 0: whole, 1: one, 2: two }) =>
      text.split(new RegExp(`\\b${one ?? two}\\b`)).length <= 2 && isWithin(text, index + whole.length, marks),
  );

const isConditional = (text: string, marks: string): boolean =>
  [...text.matchAll(condition)].some(({ index, 0: whole }) => isWithin(text, index + whole.length, marks));

type Found = Pick<Tag, 'relation' | 'service' | 'site'> & { target?: URL };

const addressOf = (text: string, { page, serviceUrl }: Subject): URL | undefined => {
  // Without a scheme, the address has the page's: a common notation, which is no reason for doubt.
  const absolute = text.startsWith('//') ? serviceUrl.protocol + text : text;
  const base = (page ?? serviceUrl).href;
  return URL.canParse(absolute, base) ? parseUrl(new URL(absolute, base).href) : undefined;
};

/** Which of the servers that stand beside a site receives its hits: the service, the site itself, or the first. */
function serverOf(servers: readonly string[], subject: Subject): URL | undefined {
  const all = servers.flatMap((one) => addressOf(one, subject) ?? []);
  return (
    all.find((one) => isNear(relationOf(one, subject.serviceUrl))) ??
    all.find((one) => relationOf(one, subject.serviceUrl) === 'path') ??
    all.find((one) => subject.page && isOfSite(one, subject.page)) ??
    all[0]
  );
}

/** Whether a site is the connected service's record for this page; undefined: unknown. */
const isOurs = (site: string | undefined, id: string | undefined): boolean | undefined =>
  site === undefined || id === undefined ? undefined : site.toLowerCase() === id.toLowerCase();

/** What a site is whose hits go to the service's own address: the record, another one, or one that is not named. */
function relateHere(site: string | undefined, relation: Tag['relation'], target: URL, id: string | undefined): Found {
  if (site !== undefined && isOurs(site, id) === false) return { relation: 'site', service: site, target };
  return { relation: site === undefined ? 'siteless' : relation, service: shownUrl(target), target };
}

/** Code that names the record itself, by an id that is no one else's, counts for it unless it says that its hits go elsewhere. */
function isUnmistakable({ site, isSent }: NamedSite, isElsewhere: boolean, id = ''): boolean {
  return isUnique(id) && isOurs(site, id) === true && !(isSent && isElsewhere);
}

/** What a site that the page's code names is to the connected service; undefined: nothing. */
function relate(named: NamedSite, form: CodeForms, subject: Subject): Found | undefined {
  const { servers, site, isGuess } = named;
  const { serviceUrl, page, site: expected } = subject;
  const target = serverOf(servers, subject);
  const relation = target ? relationOf(target, serviceUrl) : 'other';
  const isHere = target !== undefined && page !== undefined && isOfSite(target, page);
  if (isUnmistakable(named, target !== undefined && relation === 'other' && !isHere, expected.id))
    return { relation: 'same', service: shownUrl(serviceUrl), target: serviceUrl };
  if (target && isNear(relation)) return relateHere(site, relation, target, expected.id);
  if (!target || isGuess) return { relation: 'unknown', service: '', ...(site ? { site } : {}) };
  const there = { service: shownUrl(target), target };
  if (relation === 'path') return { relation, ...there };
  if (isHere && isOurs(site, expected.id) !== false) return { relation: 'through', ...there };
  return form === subject.form ? { relation: 'other', ...there } : undefined;
}

/** Code without a script's element around it is none: it may be made of it. */
function isMaterial({ type, isData }: Piece, text: string, form: CodeForms): boolean {
  const isCode = isRunnable({ type });
  if (isData ? isCode : !isCode && data.test(type)) return true;
  return isCode && !isPicture(text) && (handedOver.test(text) || !form.isCode.test(text));
}

const isPicture = (text: string) => /^src="[^"]*"$/.test(text);

/** What a piece's own words say of when it runs. */
const waitingIn = (text: string, form: CodeForms): Tag['blocked'] =>
  waits(text, form) || isConditional(text, form.marks)
    ? 'held'
    : isUncalled(text, form.marks)
      ? 'mentioned'
      : undefined;

/** What keeps the tags of a piece from running, by the address that their hits go to. A piece may name many: it is read once. */
function stateOf(
  piece: Piece,
  text: string,
  form: CodeForms,
  subject: Subject,
): (target: URL | undefined) => Tag['blocked'] {
  const { type, place, isData, load } = piece;
  if (place !== 'page') return () => place;
  if (isMaterial(piece, text, form)) {
    const isSettings = !isData && isRunnable({ type });
    const state = isSettings && waits(text, form) ? 'held' : 'mentioned';
    return () => state;
  }
  const script = { src: '', id: '', type, data: [], text, place, nomodule: false, ...(load ? { load } : {}) };
  const waiting = waitingIn(text, form);
  return (target) => blockedBy(script, target, subject) ?? waiting;
}

/** Without a service, nothing runs that would count. */
const isPlaceless = ({ relation }: Pick<Tag, 'relation'>): Tag['blocked'] =>
  relation === 'unknown' ? 'mentioned' : undefined;

/** Of several that the code chooses from, ours may be the one, or another script's choice. */
const chosen = (found: Found, { isChoice, site }: NamedSite): Found & Pick<Tag, 'blocked'> =>
  !isChoice
    ? found
    : isNear(found.relation)
      ? { ...found, blocked: 'mentioned' }
      : { relation: 'unknown', service: '', blocked: 'mentioned', ...(site ? { site } : {}) };

function tagsOfForm(piece: Piece, text: string, form: CodeForms, subject: Subject, elsewhere: Assignments): Tag[] {
  if (!new RegExp(form.marks, 'i').test(text)) return [];
  const blockedFor = stateOf(piece, text, form, subject);
  const named = form.sitesIn(text, elsewhere).flatMap((one) => {
    const found = relate(one, form, subject);
    return found ? chosen(found, one) : [];
  });
  const all: (Found & Pick<Tag, 'blocked'>)[] = [...named, ...containerIn(text, form, subject)];
  return all.map(({ target, blocked: own, ...rest }) => {
    const blocked = blockedFor(target) ?? own ?? (target ? undefined : isPlaceless(rest));
    return { by: 'inline', ...rest, ...(blocked ? { blocked } : {}), dnt: false };
  });
}

const textOf = ({ text, type, isData }: Piece): string =>
  isData || !isRunnable({ type }) ? plainData(text) : plainCode(withoutComments(text));

const nowhere: Assignments = () => [];

function tagsOfPiece(piece: Piece, subject: Subject, elsewhere = nowhere): Tag[] {
  if (inert.test(piece.type)) return [];
  const text = textOf(piece);
  const found = kindForms.flatMap((form) => tagsOfForm(piece, text, form, subject, elsewhere));
  const keys = found.map(({ relation, service }) => `${relation} ${service}`);
  return found.filter((_one, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** The kind's own loader, where it is the connected service's: it decides elsewhere what is counted. */
function containerIn(text: string, { container }: CodeForms, { serviceUrl }: Subject): Found[] {
  return container?.address.test(text) && namesHost(text, serviceUrl.host)
    ? [{ relation: 'container', service: container.name }]
    : [];
}

/** What the address of a script says: it is a known kind's own script, or its loader. */
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

/** Whether a text names a host, rather than a longer one. */
export const namesHost = (text: string, host: string): boolean =>
  new RegExp(`(?<![\\w.-])${host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'i').test(text);

/** Whether a piece of the page that could bring code names the service. */
export const isNamed = ({ pieces = [] }: PageFacts, { serviceUrl }: Subject): boolean =>
  pieces.some(({ place, type, text }) => place === 'page' && !inert.test(type) && namesHost(text, serviceUrl.host));

/** What is said by the address and attributes of a script of which the template says nothing. */
export const tagsOfElement = (script: ScriptFact, subject: Subject): Tag[] => {
  const { place, type } = script;
  const piece: Piece = { text: attributesIn(script), type, place, isData: true };
  const isNamed = ({ relation }: Tag) => relation !== 'unknown' && relation !== 'siteless';
  const named = script.src ? tagsOfPiece(piece, subject).filter(isNamed) : [];
  return named.length ? named : tagsOfScript(script, subject);
};

/** A script of the service that names no site counts for the one that other code on the page names without a service. */
function withSite(tag: Tag, sites: readonly string[], id: string | undefined): Tag {
  const [site] = sites;
  if (tag.relation !== 'siteless' || site === undefined) return tag;
  const isOther = id !== undefined && !sites.includes(id);
  return isOther ? { ...tag, relation: 'site', service: site } : { ...tag, relation: 'same' };
}

/** What the whole page says: scripts without a site, and sites without a service, matter only where nothing names both. */
export function joined(tags: readonly Tag[], { site: { id } }: Subject): Tag[] {
  const named = tags.filter(({ relation }) => relation !== 'siteless' && relation !== 'unknown');
  const isHere = ({ relation, blocked }: Tag) => (isNear(relation) || relation === 'site') && blocked !== 'mentioned';
  const isLoaded = tags.some(({ relation, blocked }) => relation === 'siteless' && blocked !== 'mentioned');
  const isKept: Partial<Record<Tag['relation'], boolean>> = {
    siteless: !named.some(isHere),
    unknown: !named.length && !isLoaded,
  };
  const sites = tags.flatMap(({ site }) => site ?? []);
  return tags.filter(({ relation }) => isKept[relation] ?? true).map((tag) => withSite(tag, sites, id));
}

export function tagsOfPieces({ pieces = [] }: PageFacts, subject: Subject): Tag[] {
  const isCode = ({ place, type, isData }: Piece) => place === 'page' && !isData && isRunnable({ type });
  const elsewhere = assignmentsIn(pieces.filter(isCode).map(textOf).join('\n'));
  return pieces.flatMap((piece) => tagsOfPiece(piece, subject, elsewhere));
}
