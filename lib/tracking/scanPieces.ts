/**
 * Collects the pieces of a page (see `Piece`) that name the service or contain one of the words in `marks`. Runs inside
 * the page, in an isolated world. The function's source text is sent there, so it must not use any name defined outside
 * it. Only reads the document, does a limited amount of work, and never throws.
 * @param needle the service's host
 * @param marks matches words by which tracking code is recognised (the source of a regular expression)
 */
export function readPieces(needle: string, marks: string): unknown {
  const max = {
    elements: 20_000,
    characters: 200,
    pieces: 100,
    words: 50,
    piece: 6_000,
    all: 100_000,
    before: 400,
    after: 1_200,
    code: 10_000_000,
    noscripts: 50,
    noscript: 20_000,
    depth: 3,
  };
  let left = max.all;
  let unread = max.code;
  /**
   * Finds elements by a selector. If a form or an image with the name `querySelectorAll` hides the page's own method,
   * uses the method of a new document.
   */
  const all = <T extends Element = Element>(root: ParentNode, what: string): T[] => {
    // If an `embed` element with this name hides the method, the type is still "function".
    const isPlain = typeof root.querySelectorAll === 'function' && !('nodeType' in root.querySelectorAll);
    const { querySelectorAll } = isPlain ? root : new DOMParser().parseFromString('<html></html>', 'text/html');
    return (Array.from(querySelectorAll.call(root, what)) as T[]).slice(0, max.elements);
  };
  /**
   * Returns an element whose methods are not hidden. For a form, returns another element: a field of the form hides the
   * method that has the field's name.
   */
  const pure = (element: Element) => (element.localName === 'form' ? all(document, 'html')[0] : element) ?? element;
  const attributeOf = (element: Element, name: string): string => pure(element).getAttribute.call(element, name) ?? '';
  const attempt = <T>(task: () => T, otherwise: T): T => {
    try {
      return task();
    } catch {
      return otherwise;
    }
  };

  const sought = [needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), marks].map((source) => new RegExp(source, 'gi'));
  const indexesIn = (text: string, pattern: RegExp): number[] => {
    const found: number[] = [];
    for (const { index } of text.matchAll(pattern)) {
      if (found.length >= max.words) break;
      found.push(index);
    }
    return found;
  };
  const spansIn = (text: string) => {
    const spans: [from: number, to: number][] = [];
    let length = 0;
    for (const index of sought.flatMap((pattern) => indexesIn(text, pattern))) {
      if (length > max.piece) break;
      const from = Math.max(0, index - max.before);
      const last = spans.find(([start, end]) => from >= start && from <= end);
      const to = index + max.after;
      length += last ? Math.max(0, to - last[1]) : to - from;
      if (last) last[1] = Math.max(last[1], to);
      else spans.push([from, to]);
    }
    return spans.sort(([one], [two]) => one - two);
  };
  /** Returns the text around the sought words, like `pieceOf` in pieces.ts. Limits the total length of all pieces. */
  const pieceIn = (text: string): string => {
    if (left <= 0 || !sought.some((one) => text.search(one) >= 0)) return '';
    const spans = text.length <= max.piece ? [[0, text.length] as const] : spansIn(text);
    const piece = spans.map(([from, to]) => text.slice(from, to)).join('\n');
    const taken = piece.slice(0, Math.min(left, 2 * max.piece));
    left -= taken.length;
    return taken;
  };
  const codeInAddress = (source: string): string => {
    const [, coded, text = ''] =
      /^data:(?:text|application)\/(?:x-)?javascript[^,]{0,60}?(;base64)?,(.*)$/is.exec(source) ?? [];
    return attempt(() => (coded ? atob(text.slice(0, 40_000)) : decodeURIComponent(text.slice(0, 40_000))), '');
  };
  const isInert = (name: string) =>
    /^(href|content|title|alt|placeholder|aria-.*|cite|action|value|class|id|name|for|download|ping)$/.test(name);
  /** Returns the attributes that may contain code, as HTML text. Returns '' for a `link` that preloads nothing. */
  const attributesIn = (element: Element): string => {
    const isLink = element.localName === 'link';
    const loads = /\b(preload|modulepreload|prefetch|preconnect|dns-prefetch)\b/i;
    if (isLink && !loads.test(attributeOf(element, 'rel'))) return '';
    return pure(element)
      .getAttributeNames.call(element)
      .filter((name) => !isInert(name) || (isLink && name === 'href'))
      .map((name) => `${name}="${attributeOf(element, name)}"`)
      .join(' ');
  };
  const codeOf = (script: Element): string => {
    const source = script.getAttribute('src');
    if (source !== null) return source.startsWith('data:') ? codeInAddress(source) : '';
    const text = script.textContent ?? '';
    unread -= text.length;
    return unread < 0 ? '' : text;
  };
  const isCode = (type: string) =>
    /^(|module|(text|application)\/(x-)?(java|ecma)script|.*-(text|application)\/javascript|.*-module|text\/partytown-x)$/i.test(
      type.trim(),
    );
  /** Whether a script element has an end tag. If not, the element contains the rest of the page and does not run. */
  const isClosed = (script: Element) =>
    !/<\/(body|html)\s*>\s*(<!--[^>]*>\s*)*$/i.test((script.lastChild?.nodeValue ?? '').slice(-2_000));
  const ofScript = (script: Element, where: string) => {
    const type = attributeOf(script, 'type').slice(0, max.characters);
    const place = where === 'page' && !isClosed(script) ? 'unclosed' : where;
    const code = codeOf(script);
    const text = pieceIn(code);
    const held = script.getAttributeNames().find((name) => /^data-([\w-]+-)?src$/.test(name));
    const heldCode = held ? codeInAddress(attributeOf(script, held)) : '';
    const data = isCode(type) && script.hasAttribute('src') ? '' : pieceIn(heldCode || attributesIn(script));
    const key = `${code.trim().length} ${code.trim().slice(0, 40)}`;
    return [
      ...(text ? [{ text, type, place, key }] : []),
      ...(data ? [{ text: data, type, place, isData: true }] : []),
    ];
  };
  const ofPicture = (picture: Element, place: string) => {
    const text = pieceIn(`src="${attributeOf(picture, 'src')}"`);
    const names = picture.getAttributeNames().filter((name) => /^data-([\w-]+-)?src$/.test(name));
    const held = pieceIn(names.map((name) => `src="${attributeOf(picture, name)}"`).join(' '));
    return [
      ...(text ? [{ text, type: '', place }] : []),
      ...(held ? [{ text: held, type: '', place, isData: true }] : []),
    ];
  };
  const ofOther = (element: Element) => {
    const text = pieceIn(attributesIn(element));
    return text ? [{ text, type: '', place: 'page', isData: true }] : [];
  };
  const ofElement = (element: Element, place: string) => {
    if (element.localName === 'script') return ofScript(element, place);
    if (element.localName === 'img') return ofPicture(element, place);
    return place === 'page' ? ofOther(element) : [];
  };
  const inTemplates = (root: ParentNode, depth: number): Element[] =>
    all<HTMLTemplateElement>(root, 'template').flatMap(({ content }) => [
      ...all(content, 'script'),
      ...(depth < max.depth ? inTemplates(content, depth + 1) : []),
    ]);
  // Parses the content of `noscript`, which is only text while scripts are enabled.
  const inNoscripts = () =>
    all(document, 'noscript')
      .slice(0, max.noscripts)
      .map(({ textContent }) => (textContent ?? '').slice(0, max.noscript))
      .filter((text) => sought.some((one) => text.search(one) >= 0))
      .flatMap((text) => all(new DOMParser().parseFromString(text, 'text/html'), 'script, img'));

  return attempt(() => {
    const own = [...all(document, 'script'), ...all(document, ':not(script)')];
    const shadows = own.flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot, '*') : []));
    const pieces = [
      ...[...own, ...shadows].flatMap((element) => attempt(() => ofElement(element, 'page'), [])),
      ...attempt(inNoscripts, []).flatMap((element) => ofElement(element, 'noscript')),
      ...attempt(() => inTemplates(document, 1), []).flatMap((element) => ofElement(element, 'template')),
    ];
    return pieces.slice(0, max.pieces);
  }, []);
}
