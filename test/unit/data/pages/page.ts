import type { Detection } from '@/lib/tracking/finding.ts';

/** A page as a server sends it, and what is right to say of it. */
export interface PageCase {
  name: string;
  /** What stands in its head and body; given the connected service's address. */
  html: string;
  found: Detection['found'];
  /** Everything else that is right to say, in any order; `kind` or `kind: about`. */
  says?: string[];
  /** The page's address; a made-up shop unless said. */
  url?: string;
  headers?: Record<string, string>;
  /** The connected service, where it is not the usual one. */
  base?: string;
  /** The tracking-code template, where it is not the default. */
  template?: string;
  /** The website's id, where the template names it; empty where it is known not to be registered. */
  id?: string;
  /** Its scripts must run, or its headers count: only for a real browser. */
  live?: true;
}

/** What is seen of a page, as a case says it. */
export const saidOf = ({ found, findings }: Detection) => ({
  found,
  says: findings.map(({ kind, about }) => (about === undefined ? kind : `${kind}: ${about}`)).sort(),
});

export const shop = 'http://shop.example.com/lamps/walnut';
export const stats = 'https://stats.example.net';

/** The code as the service hands it out. */
export const code = (host = stats, src = `${host}/js/script.js`) =>
  `<script data-host="${host}" data-dnt="false" src="${src}" id="ZwSg9rf6GA" async defer></script>`;

const words =
  '<header><a href="/">Shop</a></header><main><h1>Walnut desk lamp</h1><p>Made in small numbers.</p></main>';

/** A whole document around what a case is about. */
export const page = (head: string, body = words) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walnut desk lamp</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

/** The same around what stands in its body alone. */
export const body = (text: string) => page('', text);

/** Its name, its head or the whole page, what is said beside whether the code was found, and what is unusual. */
type PageRow = [name: string, html: string, says?: string, more?: Partial<PageCase>];

/** Cases that have in common what is to be found, and more. */
export const casesOf = (common: Pick<PageCase, 'found'> & Partial<PageCase>, rows: readonly PageRow[]): PageCase[] =>
  rows.map(([name, html, says, more]) => ({
    name,
    html: /^<(!doctype|html)/.test(html) ? html : page(html),
    ...(says === undefined ? {} : { says: [says] }),
    ...common,
    ...more,
  }));
