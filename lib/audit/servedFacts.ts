import { formMarks } from '../services/kindForms.ts';
import { callPattern, type Embeds, maxEmbeds, trackerAttributes } from '../trackers/find.ts';
import { maxAddress, nameAt, parseUrl, shortBase } from '../tracking/address.ts';
import { isRunnable } from '../tracking/blocked.ts';
import { type Expected, namedIn, snippetAround } from '../tracking/detect.ts';
import { maxFacts, type PageFacts, type ScriptFact } from '../tracking/facts.ts';
import { attributesOf } from '../tracking/fingerprint.ts';
import { inertAttribute, soughtWords } from '../tracking/pieces.ts';
import { receiverOf } from '../tracking/receiver.ts';
import { firstMatches } from '../util/firstMatches.ts';
import { ownCopy } from '../util/ownCopy.ts';
import { inlineLoad, isConnectionAllowed, isScriptAllowed, isUpgrading, parsePolicies } from './contentPolicy.ts';
import { readHtml, type ServedElement } from './html.ts';
import { clip, codeIn, heldSource, piecesOf } from './servedPieces.ts';
import { isStandIn } from './standIn.ts';

/** Returns up to 10 complete script addresses that are quoted in a piece of code. */
const scriptsNamed = (text: string, page: URL): URL[] =>
  firstMatches(text, /["'`]((?:https?:)?\/\/[^"'`\s]{1,300}\.js)["'`?]/g, 10).flatMap(
    ([, address = '']) => parseUrl(URL.canParse(address, page) ? new URL(address, page).href : '') ?? [],
  );

/** A page as its server sent it. */
export interface Served {
  url: string;
  html: string;
  /** The page's `Content-Security-Policy` headers. */
  policies: readonly string[];
  /** The page's `Refresh` header, which has the same effect as `<meta http-equiv="refresh">`. */
  refresh?: string;
  /** Whether only the beginning of the page was read, because it is too long or its end did not arrive. */
  cut?: boolean;
  /** Whether the end of the page did not arrive. */
  isBroken?: boolean;
  isXml?: boolean;
}

/** Facts about a downloaded page, whose scripts have not run. `embeds`: signs of other trackers on the page. */
export interface ServedFacts {
  facts: PageFacts;
  embeds: Embeds;
  /** The address to which the page forwards its visitors, if it does. */
  refresh?: string;
  /** Whether the page is a stand-in (see `isStandIn`), or shows hardly any text until its own scripts run. */
  isShell: boolean;
}

/** A page with fewer visible characters counts as an empty shell. */
const maxShellCharacters = 20;
/** The maximum length of a page's policies (characters). Longer ones are ignored: they are rare and slow to check. */
const maxPolicy = 20_000;

function resolveUrl(text: string | undefined, base: string): URL | undefined {
  const address = text?.trimStart().slice(0, maxAddress) ?? '';
  return text !== undefined && URL.canParse(address, base) ? new URL(address, base) : undefined;
}

function withoutQuery(text: string | undefined, base: string): string {
  const url = text ? resolveUrl(text, base) : undefined;
  return url ? clip(url.origin === 'null' ? url.protocol : url.origin + url.pathname) : '';
}

const dataNames = ({ attributes }: ServedElement, wanted: readonly string[], most: number): string[] => {
  const all = [...attributes.keys()].filter((name) => name.startsWith('data-'));
  return [...new Set([...wanted.filter((name) => attributes.has(name)), ...all])].slice(0, most);
};

function factOf(script: ServedElement, base: string, host: string, wanted: readonly string[]): ScriptFact {
  const { attributes } = script;
  return {
    src: withoutQuery(attributes.get('src'), base),
    id: clip(attributes.get('id')),
    type: clip(attributes.get('type')),
    data: [
      ...(attributes.has('src') ? [] : namedIn(script.text, wanted)),
      ...dataNames(script, wanted, maxFacts.data).map((name): [string, string] => {
        const value = attributes.get(name);
        return [clip(name), heldSource.test(name) ? withoutQuery(value, base) : clip(value)];
      }),
    ],
    text: attributes.has('src') ? '' : snippetAround(script.text, host),
    place: script.place,
    nomodule: attributes.has('nomodule'),
  };
}

/**
 * Sorts scripts so that the most promising come first, because only a limited number is examined. Scripts of the page
 * itself come first (see `place`). Within each place, scripts with an attribute in `wanted` come first, then those with
 * an address or id.
 */
const inOrder = (scripts: readonly ServedElement[], wanted: readonly string[]): ServedElement[] => {
  const places = ['page', 'noscript', 'template', 'unclosed'];
  const rank = ({ attributes, place }: ServedElement) =>
    places.indexOf(place) * 3 +
    (wanted.some((name) => attributes.has(name)) ? 0 : attributes.has('src') || attributes.get('id') ? 1 : 2);
  const ranked = scripts.map((script) => ({ script, at: rank(script) }));
  return ranked.sort((one, two) => one.at - two.at).map(({ script }) => script);
};

const metaOf = (elements: readonly ServedElement[], name: string) =>
  elements.filter(
    ({ name: tag, place, attributes }) =>
      tag === 'meta' && place === 'page' && attributes.get('http-equiv')?.toLowerCase() === name,
  );
const contentsOf = (metas: readonly ServedElement[]) =>
  metas.flatMap(({ attributes }) => attributes.get('content') ?? []);

const readPolicies = (texts: readonly string[]) => (texts.join().length > maxPolicy ? [] : parsePolicies(texts));

/**
 * Returns all policies of a page (`all`), and a function that returns the policies for one script (`of`). A policy in a
 * `meta` element counts only if the element is in the head. It does not apply to scripts before the first such element.
 */
function policiesOf(elements: readonly ServedElement[], headers: readonly string[]) {
  const head = elements.slice(0, elements.findIndex(({ name }) => name === 'body') + 1 || undefined);
  const metas = metaOf(head, 'content-security-policy');
  const before = new Set(metas.slice(0, 1).flatMap((first) => head.slice(0, head.indexOf(first))));
  const sent = readPolicies(headers);
  const all = readPolicies([...headers, ...contentsOf(metas)]);
  return { all, of: (script: ServedElement) => (before.has(script) ? sent : all) };
}

/** Returns which addresses a page's policies refuse, of its scripts and of the `receiver` of its visits. */
function refusedOf(
  scripts: readonly ServedElement[],
  base: string,
  policies: ReturnType<typeof policiesOf>,
  page: URL,
  receiver: string | undefined,
): string[] {
  const sources = scripts.flatMap((script) => {
    const { attributes } = script;
    const url = resolveUrl(attributes.get('src'), base);
    const marks = { nonce: attributes.get('nonce'), integrity: attributes.get('integrity') };
    return url && !isScriptAllowed(policies.of(script), url, page, marks) ? url.origin + url.pathname : [];
  });
  const hits = receiver === undefined ? undefined : new URL(`${receiver.replace(/\/$/, '')}/`);
  const isOwn = (address: string) => !!hits && address.startsWith(`${hits.origin}/`);
  // The service's own addresses come first, because a long list is truncated.
  return [...(!hits || isConnectionAllowed(policies.all, hits, page) ? [] : [hits.href]), ...new Set(sources)]
    .sort((one, two) => Number(isOwn(two)) - Number(isOwn(one)))
    .map(clip)
    .slice(0, maxFacts.refused);
}

/** Calls a function for each element until it has yielded `count` results, and returns these results. */
function firstOf<T>(count: number, elements: readonly ServedElement[], of: (one: ServedElement) => Iterable<T>): T[] {
  const found: T[] = [];
  for (const element of elements)
    for (const one of of(element)) {
      if (found.length >= count) return found;
      found.push(one);
    }
  return found;
}

function embedsOf(elements: readonly ServedElement[], base: string, own: string): Embeds {
  const wanted = trackerAttributes();
  const inPage = elements.filter(({ name, place }) => place === 'page' && /^(script|iframe)$/.test(name));
  const inNoscripts = elements.filter(({ name, place }) => place === 'noscript' && /^(img|iframe)$/.test(name));
  const addresses = firstOf(maxEmbeds.addresses, [...inPage, ...inNoscripts], (element) => {
    const held = [...element.attributes].find(([name]) => heldSource.test(name))?.[1];
    const url = resolveUrl(element.attributes.get('src') ?? held, base);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const data = dataNames(element, wanted, maxEmbeds.data).map(
      (name) => [name, (element.attributes.get(name) ?? '').slice(0, maxEmbeds.characters)] as const,
    );
    return [[`${url.protocol}//${url.host}${url.pathname}${url.search}`.slice(0, maxEmbeds.characters), data] as const];
  });
  const pattern = new RegExp(callPattern(), 'g');
  const code = elements
    .filter(({ name, place }) => name === 'script' && place === 'page')
    .filter(({ attributes }) => !/json|template|html|importmap|rules/i.test(attributes.get('type') ?? ''));
  const calls = firstOf(maxEmbeds.calls, code, (element) => {
    const text = codeIn(element);
    return text.includes(own) ? [] : text.matchAll(pattern);
  });
  return { addresses, calls: calls.map(([call]) => call.slice(0, maxEmbeds.characters)) };
}

const withoutFragment = ({ href }: URL) => href.split('#', 1)[0];

/** Returns the address to which the first valid `Refresh` value leads. Undefined if it leads to this page itself. */
function refreshTarget(texts: readonly string[], base: string, url: string): string | undefined {
  const [, to] =
    texts
      .map((text) => /^\s*[\d.]+(?:\s*[;,]\s*|\s+)(?:url\s*=\s*|(?!url\s*=))["']?([^"'\s]+)/i.exec(text))
      .find(Boolean) ?? [];
  const target = resolveUrl(to, base);
  return target && /^https?:$/.test(target.protocol) && withoutFragment(target) !== url ? target.href : undefined;
}

const isOwnScript = (script: ScriptFact) =>
  script.place === 'page' && isRunnable(script) && !!(script.src || script.text);

/** Whether a page consists of frames: of a frameset or, if it is almost empty (`isBare`), of an `iframe`. */
function isOfFrames(elements: readonly ServedElement[], isBare: boolean): boolean {
  const names = new Set(elements.map(({ name }) => name));
  const isFrame = ({ name, place, attributes }: ServedElement) =>
    name === 'iframe' && place === 'page' && attributes.has('src');
  return (names.has('frameset') && !names.has('body')) || (isBare && elements.some(isFrame));
}

/** Returns the facts about a served page. `expected`: the data with which the facts will be compared. */
export function servedFacts(
  { url, html, policies, refresh = '', cut: isCut, isBroken, isXml }: Served,
  expected: Expected,
): ServedFacts {
  const page = new URL(url);
  const receiver = receiverOf(expected);
  const service = new URL(receiver ?? expected.baseUrl);
  const wanted = attributesOf(expected.template);
  const sought = soughtWords(service.host, formMarks);
  const { elements, visibleCharacters, cut } = readHtml(html, {
    isXml: isXml ?? false,
    isSought: (element, name, value) =>
      (!inertAttribute.test(name) || (element === 'link' && name === 'href')) &&
      sought.some((one) => value.search(one) >= 0),
  });
  const named = elements.find(({ name }) => name === 'base')?.attributes.get('href');
  const base = ownCopy(named !== undefined && URL.canParse(named, url) ? shortBase(new URL(named, url).href) : url);
  const scripts = elements.filter(({ name }) => name === 'script');
  const taken = inOrder(scripts, wanted).slice(0, maxFacts.scripts);
  const own = taken.filter(({ place }) => place === 'page');
  const inForce = policiesOf(elements, policies);
  const loadOf = ({ text, attributes }: ServedElement, policies: ReturnType<typeof readPolicies>) => {
    if (attributes.has('src')) return undefined;
    const isLoader = text.includes(service.host) && text.includes('createElement');
    return inlineLoad(policies, attributes.get('nonce'), isLoader ? [service, ...scriptsNamed(text, page)] : [], page);
  };
  const found = taken.map((script) => {
    const load = loadOf(script, inForce.of(script));
    return { ...factOf(script, base, service.host, wanted), ...(load ? { load } : {}) };
  });
  const isBare = visibleCharacters < maxShellCharacters;
  const isShell = isStandIn({ elements, visibleCharacters }) || (isBare && found.some(isOwnScript));
  const many = scripts.length > maxFacts.scripts || cut || isCut ? 'many' : undefined;
  const frames = isOfFrames(elements, isBare && !isShell) ? 'frames' : undefined;
  const partial = isBroken ? 'loading' : (many ?? frames);
  const target = refreshTarget([refresh, ...contentsOf(metaOf(elements, 'refresh'))], base, url);
  return {
    facts: {
      page: page.origin,
      ...(partial ? { partial } : {}),
      doNotTrack: false,
      ...(isUpgrading(inForce.all) ? { isUpgraded: true as const } : {}),
      scripts: found,
      pieces: piecesOf([...new Set([...scripts, ...elements])], sought, (script) => loadOf(script, inForce.of(script))),
      refused: refusedOf(own, base, inForce, page, receiver),
    },
    embeds: embedsOf(elements, base, nameAt(page, service)),
    ...(target ? { refresh: target } : {}),
    isShell,
  };
}
