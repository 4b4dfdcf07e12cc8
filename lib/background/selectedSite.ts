import { isAbbreviated, isFileName } from '../addMany/candidates.ts';
import { doubtOf, parseEntries } from '../addMany/preview.ts';
import { type HostReason, type Note, type ParsedSite, siteOfText } from '../hosts/parse.ts';
import { t } from '../text/i18n.ts';
import { noteText, refusalText } from '../text/problems.ts';
import { suffix } from './websites/lookUp.ts';

/** The site that a text or an address names, or why it names none, as a sentence (`why`). */
export type NamedSite = ParsedSite | { why: string };

/**
 * Returns the sentence about a doubt about a text. Browsers read a number like `12.345` as an IP address, but people do
 * not. So for the doubt `ip`, the sentence says that the text is not a host name.
 */
const doubtText = (doubt: Note): string => (doubt === 'ip' ? refusalText('bad-host') : noteText(doubt));

/**
 * Returns the site that a selected text names, or why it names none. Refuses a doubtful text (see `doubtOf`), because
 * the person is not asked before the site is registered.
 */
export async function selectedSite(text: string): Promise<NamedSite> {
  const typed = text.trim();
  if (/^[^\s/]+@[^\s/]+$/.test(typed)) return { why: t('refusal.email') };
  const isNoName = isFileName(typed) || isAbbreviated(typed);
  const site = isNoName ? ({ refused: 'bad-host' } as const) : siteOfText(typed);
  const known = 'host' in site ? await suffix(site.host) : {};
  for (const read of parseEntries([{ line: 1, text: typed, site }], 'seen', () => known)) {
    if (!read) continue;
    const doubt = doubtOf(read);
    if (doubt) return { why: doubtText(doubt) };
    if (read.host === undefined) return { why: refusalText(read.reason as HostReason) };
  }
  return site as ParsedSite;
}
