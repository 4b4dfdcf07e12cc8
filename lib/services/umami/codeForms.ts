import { addressesIn, type CodeForms } from '../codeForms.ts';

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const named = new RegExp(
  `(website[_-]?id|umami[\\w-]{0,20}?id|(?<![\\w-])id)["'\`\\]]*\\s*(?:[:=,(]|=>)\\s*["'\`]?(${uuid})`,
  'gi',
);
const receiver =
  /(?:host[_-]?url|(?:api|umami)?[_-]?(?:host|endpoint))["'`\]]*\s*[:=,(]\s*["'`]((?:https?:)?\/\/[^"'`\s]{3,300})/gi;

const domains = /(?:data-domains|dataset\.domains)["'`\]]*\s*[:=,]\s*["'`]([^"'`]{1,300})/;
const manual = /(?:data-auto-track|dataset\.autoTrack)["'`\]]*\s*[:=,]\s*["'`]?false\b/;

/** Matches the usual file names of the tracking script, and the two addresses that receive hits. */
const file = /(?:script|umami|stats|api\/script|analytics)(?:\.min)?\.js$|\/api\/(?:send|collect)$/;

/** Matches the script that records sessions. It names the site, but counts nothing. */
const beside = /\/recorder\.js$/;

export const umamiForms: CodeForms = {
  marks: 'umami|website[_-]?id',
  isCode: /createElement|document\.write|\bsrc=|\bdata-website-id=/,
  serverOf: () => undefined,
  readsItself: true,
  beside,
  sitesIn(text) {
    const told = [...text.matchAll(receiver)].map(([, server = '']) => server);
    const addresses = addressesIn(text).filter((address) => /\.js$|\/api\/\w+$/.test(address));
    if (addresses.length && addresses.every((address) => beside.test(address))) return [];
    const known = addresses.filter((address) => file.test(address));
    const loaded = (known.length ? known : addresses).map((address) => address.replace(/(?:api\/)?[^/]*$/, ''));
    const servers = [...new Set(told.length ? told : loaded)];
    const only = domains.exec(text)?.[1];
    const isManual = manual.test(text);
    const isBare = !/umami|data-?website|dataset/i.test(text);
    const keyed = [...text.matchAll(named)].map(([, key = '', site = '']) => [key.toLowerCase(), site.toLowerCase()]);
    const certain = new Set(keyed.flatMap(([key, site = '']) => (key === 'id' ? [] : site)));
    return [...new Set(keyed.map(([, site = '']) => site))].map((site) => ({
      servers,
      site,
      ...(certain.has(site) ? {} : { isKeyed: true as const }),
      isBare,
      ...(only ? { only } : {}),
      ...(isManual ? { isManual: true as const } : {}),
      ...(told.length ? { isSent: true as const } : {}),
    }));
  },
};
