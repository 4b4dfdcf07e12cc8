import { html, type Token, Tokenizer, TokenizerMode } from 'parse5';
import type { ScriptPlace } from '../tracking/pieces.ts';
import { ownCopy } from '../util/ownCopy.ts';
import { isRawText, OpenElements } from './openElements.ts';

/** An element of a served page that can tell something about the page's tracking code. */
export interface ServedElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The code of a script element. Empty for all other elements. */
  text: string;
  place: ScriptPlace;
}

/** The parts of a page, as the server sent it, that Waymark reads. */
export interface ServedPage {
  elements: readonly ServedElement[];
  /**
   * How many characters a visitor would see. Does not count white space, including `&nbsp;`. Stops counting at
   * `maxVisible`.
   */
  visibleCharacters: number;
  /**
   * Whether a part of the page was left out, because the page has too many elements or attributes, is nested too
   * deeply, or takes too long to read.
   */
  cut: boolean;
}

interface ReadingOptions {
  /** Whether the page is XML, where an element like `<script/>` has no content. */
  isXml?: boolean;
  /** Whether the element with this attribute must be returned, whatever the element's name is. */
  isSought?: (element: string, attribute: string, value: string) => boolean;
}
/** The options, and when to stop reading (milliseconds, by the clock of `performance.now`). */
type Reading = ReadingOptions & { until: number };

/**
 * Limits on reading a page. `time`: milliseconds. `elements`: how many elements are returned. `depth`: how deep
 * elements may be nested.
 */
const budget = { time: 3_000, elements: 20_000, depth: 5_000 };
const keptElements: ReadonlySet<string> = new Set(['script', 'iframe', 'img', 'meta', 'base', 'body', 'frameset']);
const maxVisible = 1000;
/**
 * Limits that also apply to an open page (see lib/tracking/scan.ts). `noscripts`: how many `noscript` elements are
 * read. `noscript`: how many characters of each. `depth`: how deep templates may be nested.
 */
const max = { noscripts: 50, noscript: 20_000, depth: 3 };
/**
 * Limits on an element's attributes: how many are read (`count`), and the number of characters of a name and of a
 * value. The limit for values is high, because a value may be a long policy.
 */
const maxAttributes = { count: 2_000, name: 200, value: 25_000 };
/** How many characters are read in one step. The limits are checked after each step. */
const chunk = 16_384;

const { NS } = html;
const none: ReadonlyMap<string, string> = new Map();
const modes: Record<string, Tokenizer['state']> = {
  script: TokenizerMode.SCRIPT_DATA,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

function attributesOf({ tagName, attrs }: Token.TagToken): Map<string, string> {
  const kept = attrs.slice(0, maxAttributes.count).map(({ name, value }): [string, string] => {
    // An `href` is not shortened, because relative addresses are resolved with the end of a `base` element's address.
    return [name.slice(0, maxAttributes.name), name === 'href' ? value : value.slice(0, maxAttributes.value)];
  });
  const attributes = new Map(kept);
  // A script element in SVG has its address in `href` or `xlink:href`.
  const link = attributes.get('href') ?? attributes.get('xlink:href');
  if (tagName === 'script' && link !== undefined && !attributes.has('src')) attributes.set('src', link);
  return attributes;
}

class BoundedTokenizer extends Tokenizer {
  /** How many attributes the tag being read has so far. */
  get attributes(): number {
    return this.currentToken && 'attrs' in this.currentToken ? this.currentToken.attrs.length : 0;
  }

  /** Passes on the text read so far, instead of waiting for its end. */
  handOn(): void {
    this._emitCurrentCharacterToken(null);
    this.preprocessor.dropParsedChunk();
  }

  /**
   * Removes the middle of an attribute value that is too long. Keeps its end, because relative addresses are resolved
   * with the end of a `base` element's address.
   */
  shorten(): void {
    const { value } = this.currentAttr;
    const most = 2 * maxAttributes.value;
    if (value.length > most)
      this.currentAttr.value = value.slice(0, maxAttributes.value) + value.slice(-maxAttributes.value);
  }
}

/**
 * A text that arrives character by character. Joins the characters from time to time, because a long list of them takes
 * 30 times as much memory as one string.
 */
class Gathered {
  private readonly copied: string[] = [];
  private readonly fresh: string[] = [];

  push(chars: string): void {
    this.fresh.push(chars);
  }

  copy(): void {
    if (this.fresh.length) this.copied.push(ownCopy(this.fresh.splice(0).join('')));
  }

  whole(): string {
    this.copy();
    return this.copied.join('');
  }
}

class Reader {
  readonly elements: ServedElement[] = [];
  readonly open = new OpenElements();
  visibleCharacters = 0;
  cut = false;
  private noscripts = 0;
  /** The element whose content is being read as text, such as a script. */
  private current: (Omit<ServedElement, 'text'> & { text: Gathered }) | undefined;
  readonly tokenizer = new BoundedTokenizer({}, this);

  private readonly how: Reading;
  private readonly place: ScriptPlace;

  constructor(how: Reading, place: ScriptPlace) {
    this.how = how;
    this.place = place;
  }

  onStartTag(token: Token.TagToken): void {
    this.finish();
    const ns = this.open.start(token);
    const name = token.tagName.toLowerCase();
    // In XML, any tag with a slash at its end has no content. In HTML, this holds only for tags of SVG and MathML.
    const isEmpty = token.selfClosing && (this.how.isXml || ns !== NS.HTML);
    if (isEmpty && ns === NS.HTML) this.open.end(name);
    this.tokenizer.inForeignNode = this.open.isForeign;
    this.cut ||= token.attrs.length > maxAttributes.count;
    if (ns === NS.HTML) this.take(name, token, isEmpty, this.isRaw(name) && !isEmpty);
    else if (ns === NS.SVG && name === 'script') this.take(name, token, isEmpty, false);
  }

  /**
   * Whether the content of an element with this name is text, not markup. This includes `noscript`, unless it is inside
   * another `noscript`.
   */
  private isRaw(name: string): boolean {
    return isRawText(name) && (name !== 'noscript' || this.place !== 'noscript');
  }

  private take(name: string, token: Token.TagToken, isEmpty: boolean, isRaw: boolean): void {
    if (isRaw) this.tokenizer.state = modes[name] ?? TokenizerMode.RAWTEXT;
    const isKept = keptElements.has(name) || this.isSought(name, token);
    const attributes = isKept ? attributesOf(token) : none;
    const place = this.open.templates && this.place === 'page' ? 'template' : this.place;
    const isScript = name === 'script' && !isEmpty;
    if (isRaw || isScript) this.current = { name, attributes, place, text: new Gathered() };
    if (isKept && !isScript) this.keep({ name, attributes, text: '', place });
  }

  private isSought(name: string, { attrs }: Token.TagToken): boolean {
    const { isSought } = this.how;
    return !!isSought && attrs.some(({ name: attribute, value }) => isSought(name, attribute, value));
  }

  private keep(element: ServedElement): void {
    if (this.open.templates <= max.depth) this.elements.push(element);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    this.finish();
    this.open.end(tagName);
    this.tokenizer.inForeignNode = this.open.isForeign;
  }

  /**
   * Ends the text of the current element. Called at every tag, because the tokenizer reports no tag inside this text
   * except the element's own end tag.
   */
  private finish(): void {
    if (!this.current) return;
    const { name, attributes, place, text } = this.current;
    this.current = undefined;
    if (name === 'script') this.keep({ name, attributes, text: text.whole(), place });
    if (name === 'noscript' && place === 'page' && this.noscripts++ < max.noscripts)
      this.elements.push(...readTo(this.how, text.whole().slice(0, max.noscript), 'noscript').elements);
  }

  onCharacter({ chars }: { chars: string }): void {
    if (this.current) this.current.text.push(chars);
    else if (!this.open.templates && this.visibleCharacters < maxVisible)
      this.visibleCharacters += chars.slice(0, maxVisible).replace(/\s+|&\w+;/g, '').length;
  }
  onWhitespaceCharacter(token: { chars: string }): void {
    this.current?.text.push(token.chars);
  }
  /** Frees memory after each step of reading. */
  endPiece(): void {
    this.tokenizer.shorten();
    this.tokenizer.handOn();
    this.current?.text.copy();
  }
  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  /** Marks a script element without an end tag as `unclosed`, because browsers do not run it. */
  onEof(): void {
    if (this.current?.name !== 'script') return;
    const { name, attributes, text } = this.current;
    this.keep({ name, attributes, text: text.whole(), place: this.place === 'page' ? 'unclosed' : this.place });
  }
}

function readTo(how: Reading, html: string, place: ScriptPlace): ServedPage {
  const reader = new Reader(how, place);
  const { elements, depth } = budget;
  let at = 0;
  do {
    reader.tokenizer.write(html.slice(at, at + chunk), at + chunk >= html.length);
    reader.endPiece();
    at += chunk;
  } while (
    at < html.length &&
    reader.elements.length < elements &&
    reader.open.depth <= depth &&
    reader.tokenizer.attributes <= maxAttributes.count &&
    performance.now() < how.until
  );
  const taken = reader.elements.slice(0, elements);
  const cut = reader.cut || at < html.length || taken.length < reader.elements.length;
  return { elements: taken, visibleCharacters: Math.min(reader.visibleCharacters, maxVisible), cut };
}

/**
 * Reads the elements of a page that tell something about its tracking code. Parses HTML as browsers do, but runs
 * nothing and builds no tree.
 */
export const readHtml = (html: string, how: ReadingOptions = {}): ServedPage =>
  readTo({ ...how, until: performance.now() + budget.time }, html, 'page');
