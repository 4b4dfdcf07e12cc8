/** What is put into the page's head (HTML, or the code of a script), or the whole page; and what is unusual. */
type CorpusRow = string | readonly [html: string, more: { url?: string; base?: string; id?: string }];

/** By what an audit should say of a page: by what brings the code into it. */
export type CorpusRows = Readonly<Record<string, Readonly<Record<string, CorpusRow>>>>;

export const service = 'https://stats.agency.example';
export const elsewhere = 'https://numbers.otheragency.example';
export const site = 'https://www.practice.example';

/** The part of Matomo's own code that all who print it share; what differs is how addresses and sites are written. */
export const paq = (address = `"${service}/"`, id = "'7'", more = '') =>
  `var _paq = window._paq = window._paq || []; ${more}
_paq.push(['trackPageView']); _paq.push(['enableLinkTracking']);
(function () { var u = ${address};
_paq.push(['setTrackerUrl', u + 'matomo.php']); _paq.push(['setSiteId', ${id}]);
var d = document, g = d.createElement('script'), s = d.getElementsByTagName('script')[0];
g.async = true; g.src = u + 'matomo.js'; s.parentNode.insertBefore(g, s); })();`;

/** The same, with more that is pushed before it. */
export const paqWith = (more: string) => paq(undefined, undefined, more);

export const script = (code: string, attributes = '') => `<script${attributes && ` ${attributes}`}>${code}</script>`;
export const load = (src: string, attributes = 'async') => `<script ${attributes} src="${src}"></script>`;
const inHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
export const attribute = (name: string, value: string) => `${name}="${inHtml(value)}"`;
export const json = (value: unknown) => JSON.stringify(value).replace(/\//g, '\\/');
export const picture = (address = service, id = 7) =>
  `<noscript><p><img src="${address}/matomo.php?idsite=${id}&amp;rec=1" style="border:0" alt=""></p></noscript>`;

const words =
  '<h1>Practice for physiotherapy</h1><p>We treat backs, knees and shoulders, with and without a prescription.</p>';
const withWords = (head: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Practice</title>${head}</head><body>${words}</body></html>`;

export const pageOf = (row: string): string =>
  /^<(!doctype|html)/i.test(row) ? row : withWords(/^(<|$)/.test(row) ? row : script(row));
