import type { ScriptPlace } from '../tracking/facts.ts';
import { readEntities } from '../tracking/template.ts';

/** An element of a served page that matters to its scripts. */
export interface ServedElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The content of a script; empty for all other elements. */
  text: string;
  place: ScriptPlace;
}

/** What is read of a served page. */
export interface ServedPage {
  elements: readonly ServedElement[];
  /** How many characters a reader would see, without white space; counted up to a bound. */
  words: number;
  /** It has more elements, or more attributes, than are read. */
  cut: boolean;
}

const keptElements: ReadonlySet<string> = new Set(['script', 'iframe', 'img', 'meta', 'base', 'body', 'frameset']);
/** The content of these is text, whatever it looks like (of `noscript` in browsers that run scripts). */
const rawTextElement = /^(script|style|title|textarea|noscript|xmp|iframe|noembed|noframes|plaintext)$/;

/** Where markup begins: any other `<` is text. */
const markup = /<(?=[a-z!?/])/gi;
const tagName = /[a-z][^\s/>]*/iy;
/** A quoted value that never ends swallows the rest of the page, as in browsers. */
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;
const scriptParts = /<!--|-->|<\/?script(?=[\s/>])/gi;

const maxElements = 20_000;
const maxWords = 1000;
/** The same bounds as for an open page (lib/tracking/scan.ts). */
const max = { noscripts: 50, noscript: 20_000, depth: 3 };
/** The attributes of an element that are read, and the characters of each: of a value, the longest is a policy. */
const maxAttributes = { count: 2_000, name: 200, value: 25_000 };

const lengthOf = (text: string) => text.slice(0, maxWords).replace(/\s+/g, '').length;

/** Matches at exactly this place. */
function at(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

const orEnd = (index: number, text: string) => (index < 0 ? text.length : index);

/** Where a script ends. Inside `<!--`, an inner `<script>` has its own end (HTML, script data double escaped state). */
function scriptEnd(html: string, from: number): number {
  let escaped = false;
  let inner = false;
  scriptParts.lastIndex = from;
  for (let part = scriptParts.exec(html); part; part = scriptParts.exec(html)) {
    const [mark] = part;
    if (mark === '<!--') escaped = true;
    else if (mark === '-->') escaped = inner = false;
    else if (mark[1] !== '/') inner = escaped;
    else if (inner) inner = false;
    else return part.index;
  }
  return html.length;
}

function rawTextEnd(html: string, name: string, from: number): number {
  if (name === 'script') return scriptEnd(html, from);
  if (name === 'plaintext') return html.length;
  return at(new RegExp(`</${name}(?=[\\s/>])`, 'gi'), html, from)?.index ?? html.length;
}

interface OpenTag {
  attributes: Map<string, string>;
  /** It has more attributes than are read. */
  isCut: boolean;
  /** Where the page goes on; undefined if the tag never ends. */
  end: number | undefined;
  /** It ends with a slash, which says something only in XML. */
  isClosed: boolean;
}

/** The end of a base's `href` says in which directory the page's addresses are. */
const readValue = (name: string, text: string) =>
  readEntities(name === 'href' ? text : text.slice(0, maxAttributes.value));

function readTag(html: string, from: number): OpenTag {
  const attributes = new Map<string, string>();
  let isCut = false;
  for (let position = from; ; ) {
    const end = at(tagEnd, html, position);
    if (end) return { attributes, isCut, end: tagEnd.lastIndex, isClosed: end[0].includes('/') };
    const found = at(attribute, html, position);
    if (!found) return { attributes, isCut, end: undefined, isClosed: false };
    position = attribute.lastIndex;
    isCut ||= attributes.size >= maxAttributes.count;
    if (isCut) continue;
    const [, name = '', double, single, bare] = found;
    const key = name.slice(0, maxAttributes.name).toLowerCase();
    // If a name comes twice, the first counts.
    if (!attributes.has(key)) attributes.set(key, readValue(key, double ?? single ?? bare ?? ''));
  }
}

/** Where a comment, a doctype, a processing instruction or an end tag ends. */
function markupEnd(html: string, from: number): number {
  if (html.startsWith('<!--', from)) {
    const short = /<!--(-?>)/y;
    if (at(short, html, from)) return short.lastIndex;
    const end = at(/--!?>/g, html, from + 4);
    return end ? end.index + end[0].length : html.length;
  }
  return orEnd(html.indexOf('>', from), html) + 1;
}

interface Start {
  name: string;
  attributes: Map<string, string>;
  isCut: boolean;
  /** The text content of an element, whatever it looks like. */
  text: string;
  /** It has no content and no end tag. */
  isEmpty: boolean;
  next: number;
}

/** The start tag at this position; undefined if there is none. */
function startAt(html: string, open: number, isXml: boolean): Start | undefined {
  const name = at(tagName, html, open + 1)?.[0].toLowerCase();
  if (!name) return undefined;
  const { end, isClosed, ...tag } = readTag(html, tagName.lastIndex);
  const isEmpty = isXml && isClosed;
  const next = end !== undefined && rawTextElement.test(name) && !isEmpty ? rawTextEnd(html, name, end) : end;
  // A tag that never ends is not a tag, a script that never ends is not run, and nothing comes after them.
  if (next === undefined || (name === 'script' && !isEmpty && next === html.length))
    return { ...tag, name: '', text: '', isEmpty, next: html.length };
  return { ...tag, name, text: html.slice(end, next), isEmpty, next };
}

const isTemplateEnd = (html: string, open: number) => /^<\/template[\s/>]/i.test(html.slice(open, open + 11));

/**
 * Reads the elements of a page that matter to its scripts, as browsers do but without running it. One pass, in linear time
 * for any content.
 * @param isXml in XML `<script/>` has no content
 */
export function readHtml(html: string, isXml = false, place: ScriptPlace = 'page'): ServedPage {
  const elements: ServedElement[] = [];
  let words = 0;
  let templates = 0;
  let noscripts = 0;
  let cut = false;
  const take = ({ name, attributes, isCut, text, isEmpty }: Start) => {
    if (name === 'template' && !isEmpty) templates += 1;
    const here = templates && place === 'page' ? 'template' : place;
    cut ||= isCut;
    if (keptElements.has(name) && templates <= max.depth)
      elements.push({ name, attributes, text: name === 'script' ? text : '', place: here });
    if (name === 'noscript' && !templates && noscripts++ < max.noscripts)
      elements.push(...readHtml(text.slice(0, max.noscript), isXml, 'noscript').elements);
  };
  let position = 0;
  while (position < html.length && elements.length < maxElements) {
    const open = at(markup, html, position)?.index ?? html.length;
    if (!templates && words < maxWords) words += lengthOf(html.slice(position, open));
    const start = startAt(html, open, isXml);
    if (start) take(start);
    else if (isTemplateEnd(html, open)) templates = Math.max(0, templates - 1);
    position = start?.next ?? markupEnd(html, open);
  }
  return { elements, words, cut: cut || position < html.length };
}

const declared = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** The encoding of a page: by its first bytes, its header, or what it declares itself. */
function charsetOf(bytes: Uint8Array, contentType: string): string {
  const [one, two, three] = bytes;
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  const header = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  if (header) return header;
  const meta = declared.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)))?.[1];
  // A page that could be read as ASCII so far is not UTF-16.
  return !meta || /^utf-?16/i.test(meta) ? 'utf-8' : meta;
}

/** The text of a page. An unknown encoding is read as UTF-8. */
export function decodeHtml(bytes: Uint8Array, contentType = ''): string {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
