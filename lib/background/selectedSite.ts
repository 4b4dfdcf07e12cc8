import { entriesOf, type ParseReason } from '../addMany/lines.ts';
import { doubtOf, isMeant, nothingKnown, parseEntries, previewStatus } from '../addMany/preview.ts';
import type { HostReason, Note, ParsedSite } from '../hosts/parse.ts';
import { t } from '../text/i18n.ts';
import { noteText, refusalText } from '../text/problems.ts';
import { suffixes } from './websites/lookUp.ts';

/** A site, or why there is none, in words. */
export type NamedSite = ParsedSite | { why: string };

const texts: Partial<Record<ParseReason, () => string>> = {
  email: () => t('refusal.email'),
  comment: () => refusalText('bad-host'),
  nothing: () => refusalText('bad-host'),
};

const reasonText = (reason: ParseReason): string => texts[reason]?.() ?? refusalText(reason as HostReason);

/** `3.5` and `12.345` are addresses to a browser, and numbers to whoever reads them. */
const doubtText = (doubt: Note): string => (doubt === 'ip' ? refusalText('bad-host') : noteText(doubt));

/** The site that a selected text names: only one that a list of sites would have ticked, because nobody is asked first. */
export async function selectedSite(text: string): Promise<NamedSite> {
  const typed = text.trim();
  if (!typed) return { why: refusalText('empty') };
  const [entry, another] = [...entriesOf(typed, 1)].filter((one) => one !== undefined);
  if (!entry) return { why: refusalText('bad-host') };
  if (another || /[\r\n]/.test(typed)) return { why: refusalText('several') };
  const { site } = entry;
  const known = new Map('host' in site ? [[site.host, (await suffixes([site.host]))[0] ?? {}]] : []);
  const [read] = parseEntries([entry], 'seen', (host) => known.get(host) ?? {});
  if (read?.host !== undefined && isMeant(previewStatus(read, nothingKnown))) return { host: read.host, notes: [] };
  const doubt = read && doubtOf(read);
  return { why: doubt ? doubtText(doubt) : reasonText(read?.reason ?? 'bad-host') };
}
