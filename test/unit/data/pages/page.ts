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

/** Its head or the whole page, and what is unusual. */
type PageRow = string | readonly [html: string, more: Partial<PageCase>];
/** By what is right to say of a page (whether the code is found, and one thing beside that), and by its name. */
type PageRows = Readonly<Record<string, Readonly<Record<string, PageRow>>>>;

/** Cases that have something unusual in common. */
export const casesWith =
  (common: Partial<PageCase>) =>
  (all: PageRows): PageCase[] =>
    Object.entries(all).flatMap(([right, rows]) => {
      const [found, ...says] = right.split(/ (.*)/s, 2) as [PageCase['found'], ...string[]];
      return Object.entries(rows).map(([name, row]) => {
        const [html, more] = typeof row === 'string' ? [row] : row;
        const whole = /^<(!doctype|html)/.test(html) ? html : page(html);
        return { name, html: whole, found, ...(says.length ? { says } : {}), ...common, ...more };
      });
    });

export const cases = casesWith({});
