import { traits } from '@/lib/services/traits.ts';
import { consentRows } from './consent.ts';
import { firstRows } from './firstInterface.ts';
import { matomoRows } from './matomo.ts';
import { type CorpusRows, pageOf, service, site } from './row.ts';
import { umamiId, umamiRows } from './umami.ts';

interface CorpusPage {
  by: string;
  html: string;
  right: string;
  url: string;
  base: string;
  id: string;
  template: string;
}

function pages(all: CorpusRows, kind: keyof typeof traits, usualId: string): CorpusPage[] {
  const usual = { url: `${site}/`, base: service, id: usualId, template: traits[kind].templates.trackingCode };
  return Object.entries(all).flatMap(([right, rows]) =>
    Object.entries(rows).map(([by, row]) => {
      const [html, more] = typeof row === 'string' ? [row, {}] : row;
      return { by, html: pageOf(html), right, ...usual, ...more };
    }),
  );
}

/** Real ways in which code gets into pages, each written anew, with what is right to say of the page that a server sends. */
export const corpus: readonly CorpusPage[] = [
  ...pages(matomoRows, 'matomo', '7'),
  ...pages(consentRows, 'matomo', '7'),
  ...pages(umamiRows, 'umami', umamiId),
  ...pages(firstRows, 'analyticsV1', ''),
];
