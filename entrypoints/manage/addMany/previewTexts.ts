import type { IconName } from '@/components/Icon.tsx';
import type { ParseReason } from '@/lib/addMany/parse.ts';
import { type Knowledge, type ParsedEntry, type PreviewVerdict, twinOf } from '@/lib/addMany/preview.ts';
import { t } from '@/lib/text/i18n.ts';
import { refusalText } from '@/lib/text/sites.ts';

/** How each verdict looks and reads; colour never says it alone. */
export const verdicts: Record<PreviewVerdict, { icon: IconName; text: () => string }> = {
  new: { icon: 'plus', text: () => t('addmany.verdict_new') },
  unchecked: { icon: 'question', text: () => t('addmany.verdict_unchecked') },
  unsure: { icon: 'question', text: () => t('registration.maybe') },
  twin: { icon: 'warning', text: () => t('addmany.verdict_twin') },
  registered: { icon: 'check', text: () => t('addmany.verdict_registered') },
  duplicate: { icon: 'copy', text: () => t('addmany.verdict_duplicate') },
  refused: { icon: 'close', text: () => t('addmany.verdict_refused') },
};

/** Why a line gave no site. */
function reasonText(reason: ParseReason, line: number): string {
  if (reason === 'email') return t('addmany.refused_email');
  if (reason === 'nothing' || reason === 'empty') return t('addmany.refused_nothing');
  return reason === 'quote' ? t('addmany.refused_quote', { line }) : refusalText(reason);
}

/** Where an entry was read from, and how. */
export function parsedText({ entry, seen }: ParsedEntry): string {
  const place = entry.source
    ? t('addmany.read_from_source', { source: entry.source, line: entry.line })
    : t('addmany.read_from', { line: entry.line });
  const how = [
    ...(entry.wildcard ? [t('addmany.read_wildcard')] : []),
    ...(seen ? [t('addmany.read_seen', { domain: seen })] : []),
  ];
  return [place, ...how].join(' · ');
}

/** What a verdict is due to. */
export function detailText(
  read: ParsedEntry,
  verdict: PreviewVerdict,
  known: Knowledge,
  first: ParsedEntry | undefined,
): string {
  if (verdict === 'refused') return read.reason ? reasonText(read.reason, read.entry.line) : '';
  if (verdict === 'unsure') return t('registration.maybe_hint');
  if (verdict === 'twin') return t('addmany.twin_of', { domain: twinOf(read, known) ?? '' });
  if (verdict !== 'duplicate' || !first) return '';
  const { line, source } = first.entry;
  return source && source !== read.entry.source
    ? t('addmany.repeats_source', { line, source })
    : t('addmany.repeats_line', { line });
}
