import { browser } from 'wxt/browser';
import { formMarks } from '../services/kindForms.ts';
import { inTime } from '../util/inTime.ts';
import { type PageFacts, parseFacts } from './facts.ts';
import { readPieces } from './scanPieces.ts';

/**
 * Collects the data of `PageFacts` from a page. Returns null if the document is not HTML or cannot be read. Runs inside
 * the page, in an isolated world. The function's source text is sent there, so it must not use any name defined outside
 * it. Only reads the document, does a limited amount of work, and never throws.
 * @param needle the service's host; of a long inline script, only the part around this host is returned
 * @param wanted the attributes to return first if an element has too many, and the names to look for in inline code
 */
export function readPageFacts(needle: string, wanted: string[]): unknown {
  const max = {
    elements: 20_000,
    scripts: 500,
    characters: 200,
    address: 2000,
    near: 2000,
    data: 20,
    refused: 50,
    depth: 3,
    noscripts: 50,
  };
  let unread = 10_000_000;

  /**
   * Returns a new document in which no property is hidden. In the page's own document, a form or an image hides the
   * property that has its name.
   */
  const clean = () => new DOMParser().parseFromString('<html></html>', 'text/html');
  const ofDocument = (name: 'readyState' | 'contentType' | 'baseURI'): string => {
    if (typeof document[name] === 'string') return document[name];
    let owner: object | null = Object.getPrototypeOf(clean());
    while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    return String(Object.getOwnPropertyDescriptor(owner ?? {}, name)?.get?.call(document) ?? '');
  };
  const all = <T extends Element = Element>(root: ParentNode, what: string): T[] => {
    // If an `embed` element with this name hides the method, the type is still "function".
    const isPlain = typeof root.querySelectorAll === 'function' && !('nodeType' in root.querySelectorAll);
    const { querySelectorAll } = isPlain ? root : clean();
    return Array.from(querySelectorAll.call(root, what)) as T[];
  };

  const clip = (text: string | null | undefined) => (text ?? '').slice(0, max.characters);
  /** Returns the page's base URL for resolving relative addresses, shortened as `shortBase` does. */
  const baseOf = (href: string) => {
    if (href.length <= max.address) return href;
    const { origin, pathname, search } = new URL(href);
    const [, directory = '', file = ''] = /^(.*\/)(.*)$/.exec(pathname) ?? [];
    const cut = directory.length < max.address ? directory : `${directory.slice(0, max.address)}/`;
    return origin + cut + file.slice(0, max.address) + search.slice(0, max.address);
  };
  let base: string | undefined;
  const address = (text: string | null) => {
    if (!text) return '';
    try {
      base ??= baseOf(ofDocument('baseURI'));
      const url = new URL(text.trimStart().slice(0, max.address), base);
      return clip(url.origin === 'null' ? url.protocol : url.origin + url.pathname);
    } catch {
      return '';
    }
  };
  const scriptsIn = (root: ParentNode) => all<HTMLScriptElement>(root, 'script').slice(0, max.elements);
  const rank = (script: Element) =>
    wanted.some((name) => script.hasAttribute(name)) ? 0 : script.hasAttribute('src') || script.id ? 1 : 2;
  const codeOf = (script: Element) => {
    if (script.hasAttribute('src')) return '';
    const text = (script.textContent ?? '').trim();
    unread -= text.length;
    return unread < 0 ? '' : text;
  };
  const near = (code: string, at: number) =>
    code
      .slice(Math.max(0, at - max.near), Math.max(0, at) + max.near)
      .replace(/\s+/g, ' ')
      .trim();
  const inline = (code: string) => {
    const text = near(code, code.indexOf(needle));
    return clip(text.slice(Math.max(0, text.indexOf(needle) - 80)));
  };
  /** Returns the wanted names that occur in code, each with the value after it (`7` in `setSiteId', '7'`). */
  const namedIn = (code: string) =>
    wanted
      .filter((name) => !name.startsWith('data-') && code.includes(name))
      .map((name) => [
        clip(name),
        clip(/^\W{0,12}([\w-]+)/.exec(near(code, code.indexOf(name)).split(name, 2)[1] ?? '')?.[1]),
      ]);
  const dataOf = (script: Element) => {
    const others = Array.from(script.attributes, ({ name }) => name).filter((name) => name.startsWith('data-'));
    const names = [...new Set([...wanted.filter((name) => script.hasAttribute(name)), ...others])].slice(0, max.data);
    return names.map((name) => {
      const value = script.getAttribute(name);
      return [clip(name), /^data-([\w-]+-)?src$/.test(name) ? address(value) : clip(value)];
    });
  };
  /** Whether a script element has an end tag. If not, the element contains the rest of the page and does not run. */
  const isClosed = (script: Element) =>
    !/<\/(body|html)\s*>\s*(<!--[^>]*>\s*)*$/i.test((script.lastChild?.nodeValue ?? '').slice(-max.near));
  const fact = (script: Element, place: string, load: string | undefined, code = codeOf(script)) => ({
    src: address(script.getAttribute('src')),
    id: clip(script.id),
    type: clip(script.getAttribute('type')),
    data: [...namedIn(code), ...dataOf(script)],
    text: inline(code),
    // A key that the pieces of the same script have, too (see lib/tracking/scanPieces.ts).
    key: `${code.length} ${code.slice(0, 40)}`,
    place,
    nomodule: script.hasAttribute('nomodule'),
    ...(load ? { load } : {}),
  });
  const inTemplates = (root: ParentNode, depth: number): Element[] =>
    all<HTMLTemplateElement>(root, 'template').flatMap(({ content }) => [
      ...scriptsIn(content),
      ...(depth < max.depth ? inTemplates(content, depth + 1) : []),
    ]);
  // Parses the content of `noscript`, which is only text while scripts are enabled.
  const inNoscripts = () =>
    all(document, 'noscript')
      .slice(0, max.noscripts)
      .map(({ textContent }) => (textContent ?? '').slice(0, 20_000))
      .filter((text) => /<script/i.test(text))
      .flatMap((text) => scriptsIn(new DOMParser().parseFromString(text, 'text/html')));
  const inShadows = () =>
    all(document, '*')
      .slice(0, max.elements)
      .flatMap(({ shadowRoot }) => (shadowRoot ? scriptsIn(shadowRoot) : []));
  /** Returns the browser's reports about violations of the page's policies. Only some browsers keep such reports. */
  const violations = () => {
    if (typeof ReportingObserver !== 'function') return [];
    const observer = new ReportingObserver(() => undefined, { types: ['csp-violation'], buffered: true });
    observer.observe();
    const bodies = observer.takeRecords().map(({ body }) => body as unknown as Record<string, string>);
    observer.disconnect();
    return bodies
      .filter(({ disposition }) => disposition === 'enforce')
      .filter(({ effectiveDirective = '' }) => /^(script-src|script-src-elem|connect-src)$/.test(effectiveDirective));
  };
  const addressesIn = (reports: Record<string, string>[]) => {
    const addresses = reports.map(({ blockedURL = '' }) => (blockedURL.includes(':') ? address(blockedURL) : ''));
    return [...new Set(addresses)].filter(Boolean).slice(0, max.refused);
  };
  /** Returns the policies that have refused inline code according to these reports. */
  const strictIn = (reports: Record<string, string>[]) => {
    const strict = reports.filter(({ blockedURL }) => blockedURL === 'inline');
    return [...new Set(strict.map(({ originalPolicy = '' }) => originalPolicy))].slice(0, max.refused);
  };
  /**
   * Whether `policy`, which refuses inline code, has refused this script. False if the policy contains hashes or the
   * script's nonce, or comes after the script in the page.
   */
  const refuses = (policy: string, script: HTMLScriptElement) =>
    !/(script|default)-src[^;]*'sha\d/i.test(policy) &&
    !(script.nonce && policy.includes(`'nonce-${script.nonce}'`)) &&
    !all(document, 'meta[http-equiv="content-security-policy" i]').some(
      (meta) =>
        meta.getAttribute('content')?.trim() === policy.trim() &&
        script.compareDocumentPosition(meta) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  /**
   * Returns the HTTP status of each of the page's requests, by address. Undefined if the browser's list may be
   * incomplete.
   */
  const statuses = () => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    if (entries.length >= 250) return undefined;
    return new Map(entries.slice(0, 250).map(({ name, responseStatus }) => [address(name), responseStatus ?? 0]));
  };
  const byHttps = (src: string) => src.replace(/^http:/, 'https:');
  /**
   * Whether the page's policy upgrades http requests to https. Either a `meta` element says so, or a script with an
   * http address was loaded by https, because a header says so.
   */
  const isUpgraded = (facts: ReturnType<typeof fact>[], loads: ReturnType<typeof statuses>) =>
    all(document, 'meta[http-equiv="content-security-policy" i]').some((meta) =>
      /(^|;)\s*upgrade-insecure-requests\b/i.test(meta.getAttribute('content') ?? ''),
    ) || facts.some(({ src, place }) => place === 'page' && src !== byHttps(src) && loads?.has(byHttps(src)));
  /** Whether an inline script adds another script from the service to the page. */
  const isLoader = ({ textContent }: Element) =>
    !!textContent?.includes(needle) && textContent.includes('createElement');
  /** Whether the page requests anything from the service. Also true if the browser's list may be incomplete. */
  const reaches = (scripts: Element[], loads: ReturnType<typeof statuses>) => {
    const addresses = scripts.map((script) => script.getAttribute('src') ?? '').concat(...(loads?.keys() ?? []));
    return !loads || addresses.some((one) => one.includes(`/${needle}/`));
  };
  /**
   * Adds `load` to the facts about scripts that failed or were never requested. If the browser's list of requests lacks
   * all of several scripts, none counts as never requested, because the page may have cleared that list.
   */
  const withLoads = (facts: ReturnType<typeof fact>[], loads: ReturnType<typeof statuses>) => {
    const addresses = new Set(facts.filter(({ place }) => place === 'page').map(({ src }) => src));
    const external = [...addresses].filter((src) => /^https?:/.test(src));
    const statusOf = (src: string) => loads?.get(src) ?? loads?.get(byHttps(src));
    const isWhole = external.length === 1 || external.some((src) => statusOf(src) !== undefined);
    return facts.map((one) => {
      if (!loads || one.place !== 'page' || !external.includes(one.src)) return one;
      const status = statusOf(one.src);
      if (status === undefined) return isWhole ? { ...one, load: 'missing' } : one;
      return status >= 400 ? { ...one, load: 'failed' } : one;
    });
  };
  const attempt = <T>(task: () => T, otherwise: T): T => {
    try {
      return task();
    } catch {
      return otherwise;
    }
  };

  /** Whether the page consists of frames: of a frameset or, if it shows hardly any text, of an `iframe`. */
  const isOfFrames = () => {
    const [body] = all<HTMLElement>(document, 'body, frameset');
    if (body?.localName === 'frameset') return true;
    // biome-ignore lint/performance/useDomNodeTextContent: The content of scripts is not visible.
    return all(document, 'iframe[src]').length > 0 && `${body?.innerText ?? ''}`.trim().length < 20;
  };

  try {
    if (!/^(text\/html|application\/xhtml\+xml)$/.test(ofDocument('contentType'))) return null;
    const scripts = [...scriptsIn(document), ...attempt(inShadows, [])].sort((one, two) => rank(one) - rank(two));
    const found = [
      ...scripts.map((script) => ({ script, place: 'page' })),
      ...attempt(inNoscripts, []).map((script) => ({ script, place: 'noscript' })),
      ...attempt(() => inTemplates(document, 1), []).map((script) => ({ script, place: 'template' })),
    ];
    const frames = attempt(isOfFrames, false) ? 'frames' : undefined;
    const reports = attempt(violations, []);
    const strict = strictIn(reports);
    const loads = ofDocument('readyState') === 'complete' ? attempt(statuses, undefined) : undefined;
    const isReached = reaches(scripts, loads);
    const loadOf = (script: HTMLScriptElement, place: string) => {
      if (script.hasAttribute('src') || place !== 'page') return undefined;
      if (strict.some((policy) => refuses(policy, script))) return 'csp';
      return isReached || !isLoader(script) ? undefined : 'missing';
    };
    const placed = found.map((one) => (isClosed(one.script) ? one : { ...one, place: 'unclosed' }));
    const facts = withLoads(
      placed
        .slice(0, max.scripts)
        .map(({ script, place }) => fact(script, place, loadOf(script as HTMLScriptElement, place))),
      loads,
    );
    const many = found.length > max.scripts || unread < 0 ? 'many' : undefined;
    return {
      page: location.origin,
      partial: (ofDocument('readyState') === 'complete' ? undefined : 'loading') ?? many ?? frames,
      doNotTrack: navigator.doNotTrack === '1',
      hasRun: true,
      ...(isUpgraded(facts, loads) ? { isUpgraded: true } : {}),
      scripts: facts,
      refused: addressesIn(reports),
    };
  } catch {
    return null;
  }
}

/** How long to wait for a scan (milliseconds). A page does not answer while it is busy or shows a dialog. */
export const scanPatience = 4_000;

/**
 * Scans the page in a tab, without its frames. Resolves to a scan with `partial: 'stuck'` if the page does not answer
 * in time. Resolves to undefined for pages that Waymark cannot scan, such as the browser's own pages, extension stores,
 * error pages and PDFs. Needs the host permission for the page, or `activeTab` after a person's click.
 */
export async function scan(tabId: number, baseUrl: string, wanted: readonly string[]): Promise<PageFacts | undefined> {
  const { host } = new URL(baseUrl);
  const inPage = { target: { tabId, frameIds: [0] }, injectImmediately: true };
  const { executeScript } = browser.scripting;
  const stuck: PageFacts = { page: 'null', partial: 'stuck', doNotTrack: false, scripts: [], refused: [] };
  const scanned = Promise.all([
    executeScript({ ...inPage, func: readPageFacts, args: [host, [...wanted]] }),
    executeScript({ ...inPage, func: readPieces, args: [host, formMarks] }),
  ]).then(
    ([[facts], [pieces]]) => parseFacts(facts?.result, pieces?.result),
    () => undefined,
  );
  return inTime(scanned, scanPatience, stuck);
}
