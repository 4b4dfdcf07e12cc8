import { traits } from '@/lib/services/traits.ts';
import { consentRows } from './consent.ts';
import { firstRows } from './firstInterface.ts';
import { matomoRows } from './matomo.ts';
import { type CorpusRow, pageOf, service, site } from './row.ts';
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

const pages = (rows: readonly CorpusRow[], kind: keyof typeof traits, usualId: string): CorpusPage[] =>
  rows.map(([by, html, right, { url = `${site}/`, base = service, id = usualId } = {}]) => ({
    by,
    html: pageOf(html),
    right,
    url,
    base,
    id,
    template: traits[kind].templates.trackingCode,
  }));

/** Real ways in which code gets into pages, each written anew, with what is right to say of the page that a server sends. */
export const corpus: readonly CorpusPage[] = [
  ...pages(matomoRows, 'matomo', '7'),
  ...pages(consentRows, 'matomo', '7'),
  ...pages(umamiRows, 'umami', umamiId),
  ...pages(firstRows, 'analyticsV1', ''),
];
