import { foreignContent, html, type Token } from 'parse5';

const { NS } = html;

interface Open {
  name: string;
  ns: html.NS;
  /** Whether the element belongs to SVG or MathML but contains HTML, as `foreignObject` and `mtext` do. */
  isIntegrationPoint: boolean;
  /**
   * Whether the element is a template whose content is not part of the page. False for the template of a shadow root.
   */
  isInert: boolean;
  /** The lists in `OpenElements.places` in which this element's position is noted. */
  places: readonly number[][];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const empty = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** The key of SVG and MathML elements that may contain HTML (see `isIntegrationPoint`). */
const foreign = '#foreign';
const anyHtml = '#html';
const inForeign = (name: string) => `/${name}`;
/**
 * Returns the keys under which the map `places` lists an element. An HTML paragraph has the keys `p` and `#html`. The
 * SVG element `desc` has the key `/desc` and, because it may contain HTML, also `#foreign`.
 */
const keysOf = (name: string, ns: html.NS, isIntegrationPoint: boolean): string[] =>
  ns === NS.HTML ? [name, anyHtml] : [inForeign(name), ...(isIntegrationPoint ? [foreign] : [])];
/** Elements that limit some end tags: such an end tag inside one of them closes nothing that was opened outside it. */
const scopes = words(`applet caption html marquee object table td template th ${foreign}`);
const closingParagraph = words(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp',
);
/** The open elements that a start tag closes, by the tag's name. */
const closingOwn = new Map(
  [['li'], ['dd', 'dt'], ['option'], ['td', 'th'], ['tr'], ['tbody', 'thead', 'tfoot'], ['button']].flatMap((group) =>
    group.map((name) => [name, new Set(group)] as const),
  ),
);
/**
 * Elements that limit most end tags: such an end tag inside one of them closes nothing outside it. The end tags of
 * these elements themselves and of formatting elements are limited by `scopes` instead.
 */
const special = words(
  `address applet article aside blockquote body button caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html li listing main marquee menu nav object ol p pre search section select summary table tbody td template tfoot th thead tr ul xmp ${foreign}`,
);
const formatting = words('a b big code em font i nobr s small strike strong tt u');
const tableParts = words('caption table tbody tfoot thead tr td th');
const keptInSelect = words('option optgroup hr script template');
const closingSelect = words('input keygen textarea');

const selects = words('select');
const selectEnds = words('template');
const tables = words('table');
const tableOrTemplate = words('table template');
const paragraphs = words('p');
const paragraphEnds = words(`applet button caption html marquee object table td template th ${foreign}`);
const ownEnds = words(`applet caption html marquee object table template ul ol dl select ${foreign}`);
const optionEnds = words('select template');
const tableEnds = words('html template');
const none: ReadonlySet<string> = new Set();

const rawText = words('script style title textarea noscript xmp iframe noembed noframes plaintext');
/** Whether the content of an element with this name is text and not markup. */
export const isRawText = (name: string): boolean => rawText.has(name);

/** Whether an element is MathML's `annotation-xml`, in which SVG may begin. */
const isAnnotation = (top: Open | undefined) => top?.name === 'annotation-xml' && top.ns === NS.MATHML;

/**
 * The elements that are open at a point of a page. They decide whether the next tag belongs to HTML, SVG or MathML, and
 * whether it is in a template. An element may stay open longer than in a browser, because no tree is built and
 * repaired. This only matters for wrongly nested SVG and MathML.
 */
export class OpenElements {
  private readonly stack: Open[] = [];
  /** The positions of open elements in `stack`, by key (see `keysOf`). This saves searching the stack. */
  private readonly places = new Map<string, number[]>();
  templates = 0;

  get depth(): number {
    return this.stack.length;
  }

  /** Whether the next tag belongs to SVG or MathML. */
  get isForeign(): boolean {
    const top = this.stack.at(-1);
    return top !== undefined && top.ns !== NS.HTML && !top.isIntegrationPoint;
  }

  private placesOf(key: string): number[] {
    const places = this.places.get(key) ?? [];
    if (!places.length) this.places.set(key, places);
    return places;
  }

  private push(name: string, ns: html.NS, { isIntegrationPoint = false, isInert = false } = {}): void {
    const places = keysOf(name, ns, isIntegrationPoint).map((key) => this.placesOf(key));
    for (const one of places) one.push(this.stack.length);
    this.stack.push({ name, ns, isIntegrationPoint, isInert, places });
    if (isInert) this.templates += 1;
  }

  private pop(): void {
    const last = this.stack.pop();
    for (const one of last?.places ?? []) one.pop();
    if (last?.isInert) this.templates -= 1;
  }

  private open = (name: string): number => this.places.get(name)?.length ?? 0;

  private lastOf(names: Iterable<string>): number {
    let last = -1;
    for (const name of names) last = Math.max(last, this.places.get(name)?.at(-1) ?? -1);
    return last;
  }

  private shortenTo(length: number): void {
    while (this.stack.length > length) this.pop();
  }

  /**
   * Returns the position of the innermost open HTML element with one of these names, or -1 if there is none. Also
   * returns -1 if an element of `ends` is open inside that element.
   */
  private inScope(names: ReadonlySet<string>, ends: ReadonlySet<string> = scopes): number {
    const at = this.lastOf(names);
    if (at >= 0) for (const end of ends) if ((this.places.get(end)?.at(-1) ?? -1) > at) return -1;
    return at;
  }

  private close(names: ReadonlySet<string>, ends?: ReadonlySet<string>): void {
    const at = this.inScope(names, ends);
    if (at >= 0) this.shortenTo(at);
  }

  /** Whether the next tag is inside a `select`, where most tags are ignored. */
  private get isInSelect(): boolean {
    return this.open('select') > 0 && this.inScope(selects, selectEnds) >= 0;
  }

  /** Whether a start tag inside a `select` opens an element. Also closes the `select` if the tag ends it. */
  private entersSelect(name: string): boolean {
    if (name === 'select') {
      this.close(selects, selectEnds);
      return false;
    }
    const isEnd = closingSelect.has(name) || (tableParts.has(name) && this.inScope(tables, selectEnds) >= 0);
    if (isEnd) this.close(selects, selectEnds);
    return isEnd || keptInSelect.has(name);
  }

  private startForeign(token: Token.TagToken): html.NS {
    const ns = this.stack.at(-1)?.ns ?? NS.HTML;
    if (ns === NS.SVG) foreignContent.adjustTokenSVGTagName(token);
    const { tagName, tagID, attrs, selfClosing } = token;
    if (!selfClosing)
      this.push(tagName.toLowerCase(), ns, { isIntegrationPoint: foreignContent.isIntegrationPoint(tagID, ns, attrs) });
    return ns;
  }

  private leaveForeign(): void {
    while (this.isForeign) this.pop();
  }

  /**
   * Closes the open element that a start tag with this name ends (see `closingOwn`): an `li` tag ends an open `li`, for
   * example. A tag for a part of a table closes the element at any depth within the table. Any other tag closes it only
   * if the innermost open element is in the same group or is a formatting element.
   */
  private closeOwn(name: string): void {
    const own = closingOwn.get(name);
    const top = this.stack.at(-1);
    if (!own) return;
    if (tableParts.has(name)) this.close(own, tableEnds);
    else if (top?.ns === NS.HTML && (own.has(top.name) || formatting.has(top.name))) this.close(own, ownEnds);
  }

  private startHtml({ tagName: name, attrs }: Token.TagToken): void {
    // Outside a table, a tag for a part of a table is ignored.
    if (tableParts.has(name) && name !== 'table' && this.inScope(tableOrTemplate, tableEnds) < 0) return;
    if (closingParagraph.has(name) || name === 'table') this.close(paragraphs, paragraphEnds);
    this.closeOwn(name);
    const isInert =
      name === 'template' && !attrs.some((one) => one.name === 'shadowrootmode' && /^(open|closed)$/i.test(one.value));
    if (!empty.has(name)) this.push(name, NS.HTML, { isInert });
  }

  /**
   * Handles a start tag. Returns the namespace of its element, or undefined for a tag that browsers ignore inside a
   * `select`.
   */
  start(token: Token.TagToken): html.NS | undefined {
    if (this.isForeign && !(token.tagName === 'svg' && isAnnotation(this.stack.at(-1)))) {
      if (!foreignContent.causesExit(token)) return this.startForeign(token);
      this.leaveForeign();
    }
    const { tagName: name, selfClosing } = token;
    if (this.isInSelect && !this.entersSelect(name)) return undefined;
    if (name === 'svg' || name === 'math') {
      const ns = name === 'svg' ? NS.SVG : NS.MATHML;
      if (!selfClosing) this.push(name, ns);
      return ns;
    }
    this.startHtml(token);
    return NS.HTML;
  }

  /** Handles an end tag: closes the elements that it closes in a browser. */
  end(name: string): void {
    const isInForeign = (this.stack.at(-1)?.ns ?? NS.HTML) !== NS.HTML;
    if (isInForeign && (name === 'p' || name === 'br')) this.leaveForeign();
    const at = isInForeign ? this.lastOf([anyHtml, inForeign(name)]) : -1;
    if (at >= 0 && this.stack[at]?.ns !== NS.HTML) this.shortenTo(at);
    else this.endHtml(name);
  }

  private endHtml(name: string): void {
    if (name === 'body' || name === 'html' || !this.open(name)) return;
    const isAlone = keptInSelect.has(name) || name === 'select';
    if (this.isInSelect && !isAlone) {
      const isEnd = tableParts.has(name) && this.inScope(new Set([name]), tableEnds) >= 0;
      if (!isEnd) return;
      this.close(selects, selectEnds);
    }
    this.close(new Set([name]), this.endsFor(name));
  }

  /** Returns the elements that limit an end tag with this name, which closes nothing outside them. */
  private endsFor(name: string): ReadonlySet<string> {
    if (name === 'template') return none;
    if (tableParts.has(name) || name === 'select') return tableEnds;
    if (this.isInSelect) return optionEnds;
    return special.has(name) || formatting.has(name) ? scopes : special;
  }
}
