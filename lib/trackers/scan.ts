import { browser } from 'wxt/browser';
import { nameAt, parseUrl } from '../tracking/address.ts';
import { scanPatience } from '../tracking/scan.ts';
import { inTime } from '../util/inTime.ts';
import { isRecord } from '../util/isRecord.ts';
import { callPattern, type Embeds, maxEmbeds, type Tracker, trackerAttributes, trackersOf } from './find.ts';

/**
 * Collects the parts of a page by which trackers are recognised (see `Embeds`). Runs inside the page, in an isolated
 * world. The function's source text is sent there, so it must not use any name defined outside it. Only reads the
 * document, does a limited amount of work, and never throws.
 * @param needle the service's host, or its whole address without the scheme (see `nameAt`). An inline script with this
 * text is the service's own code, and is left out
 * @param pattern matches the calls of trackers in inline scripts
 * @param wanted the attributes to return first if an element has too many
 */
export function readEmbeds(needle: string, pattern: string, wanted: string[], max: typeof maxEmbeds): unknown {
  const clip = (text: string | null | undefined) => (text ?? '').slice(0, max.characters);
  /**
   * Finds elements by a selector. If a form or an image with the name `querySelectorAll` hides the page's own method,
   * uses the method of a new document.
   */
  const all = (root: ParentNode, what: string): Element[] => {
    // If an `embed` element with this name hides the method, the type is still "function".
    const isPlain = typeof root.querySelectorAll === 'function' && !('nodeType' in root.querySelectorAll);
    const { querySelectorAll } = isPlain ? root : new DOMParser().parseFromString('<html></html>', 'text/html');
    return Array.from(querySelectorAll.call(root, what));
  };
  /** Returns the page's base URL for resolving relative addresses, shortened as `shortBase` does. */
  const baseOf = (href: string) => {
    if (href.length <= max.address) return href;
    const { origin, pathname, search } = new URL(href);
    const [, directory = '', file = ''] = /^(.*\/)(.*)$/.exec(pathname) ?? [];
    const cut = directory.length < max.address ? directory : `${directory.slice(0, max.address)}/`;
    return origin + cut + file.slice(0, max.address) + search.slice(0, max.address);
  };
  let base: string | undefined;
  const address = (text: string | undefined) => {
    if (!text) return '';
    try {
      base ??= baseOf(typeof document.baseURI === 'string' ? document.baseURI : location.href);
      const { protocol, host, pathname, search } = new URL(text.trimStart().slice(0, max.address), base);
      return /^https?:$/.test(protocol) ? clip(`${protocol}//${host}${pathname}${search}`) : '';
    } catch {
      return '';
    }
  };
  const sourceOf = (element: Element) =>
    element.getAttribute('src') ??
    Array.from(element.attributes).find(({ name }) => /^data-([\w-]+-)?src$/.test(name))?.value;
  const dataOf = (element: Element) =>
    Array.from(element.attributes)
      .filter(({ name }) => name.startsWith('data-'))
      .sort((one, two) => Number(wanted.includes(two.name)) - Number(wanted.includes(one.name)))
      .slice(0, max.data)
      .map(({ name, value }) => [clip(name), clip(value)]);
  const addressesIn = (root: ParentNode, what: string) =>
    all(root, what)
      .map((element) => ({ element, source: sourceOf(element) }))
      .filter(({ source }) => source)
      .slice(0, max.addresses)
      .map(({ element, source }) => [address(source), dataOf(element)] as const)
      .filter(([url]) => url);
  // Parses the content of `noscript`, which is only text while scripts are enabled.
  const inNoscripts = () =>
    all(document, 'noscript')
      .slice(0, 50)
      .map(({ textContent }) => (textContent ?? '').slice(0, 20_000))
      .flatMap((text) => addressesIn(new DOMParser().parseFromString(text, 'text/html'), 'img, iframe'));
  const isCode = (type: string | null) => !/json|template|html|importmap|rules/i.test(type ?? '');
  /** Returns the calls of trackers in a script. Stops at a limit, because a script may have a million calls. */
  const callsIn = (text: string): string[] => {
    const found: string[] = [];
    for (const [call] of text.matchAll(new RegExp(pattern, 'g'))) {
      found.push(call);
      if (found.length >= max.calls) break;
    }
    return found;
  };
  const calls = () => {
    let unread = max.code;
    return all(document, 'script:not([src])')
      .filter((script) => isCode(script.getAttribute('type')))
      .flatMap(({ textContent }) => {
        const text = (textContent ?? '').slice(0, unread);
        unread -= text.length;
        return text.includes(needle) ? [] : callsIn(text);
      })
      .slice(0, max.calls)
      .map(clip);
  };
  try {
    const addresses = [...addressesIn(document, 'script, iframe'), ...inNoscripts()];
    return { page: location.hostname, addresses: addresses.slice(0, max.addresses), calls: calls() };
  } catch {
    return null;
  }
}

const strings = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === 'string').map((one) => one.slice(0, maxEmbeds.characters))
    : [];

/**
 * Checks the data that `readEmbeds` returned from a page, and cuts it to the limits, because a page cannot be trusted.
 */
export function parseEmbeds(value: unknown): Embeds {
  const given = isRecord(value) ? value : {};
  const addresses = Array.isArray(given.addresses) ? given.addresses.slice(0, maxEmbeds.addresses) : [];
  return {
    addresses: addresses.flatMap((entry) => {
      const [address, data] = Array.isArray(entry) ? entry : [];
      const pairs = (Array.isArray(data) ? data.slice(0, maxEmbeds.data) : []).map(strings);
      return typeof address === 'string'
        ? [
            [
              address.slice(0, maxEmbeds.characters),
              pairs.map(([name = '', text = '']) => [name, text] as const),
            ] as const,
          ]
        : [];
    }),
    calls: strings(given.calls).slice(0, maxEmbeds.calls),
  };
}

/**
 * Returns the trackers on the page that is open in a tab. Leaves out the connected service's code. Returns none if the
 * page cannot be scanned, does not answer in time, or is not at `host`.
 */
export async function scanTrackers(tabId: number, host: string, serviceUrl: string): Promise<Tracker[]> {
  const own = nameAt(parseUrl(`https://${host}`), new URL(serviceUrl));
  const scanned = browser.scripting
    .executeScript({
      target: { tabId, frameIds: [0] },
      func: readEmbeds,
      args: [own, callPattern(), trackerAttributes(), maxEmbeds],
      injectImmediately: true,
    })
    .then(
      ([frame]) => {
        const { page } = (frame?.result ?? {}) as { page?: unknown };
        return String(page).replace(/\.$/, '') === host ? trackersOf(parseEmbeds(frame?.result), own) : [];
      },
      () => [],
    );
  return inTime(scanned, scanPatience, []);
}
