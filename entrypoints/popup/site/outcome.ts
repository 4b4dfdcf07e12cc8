import type { Registration } from '@/lib/messages/commands.ts';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText, registrationText } from '@/lib/text/sites.ts';
import type { WrittenFields } from '@/lib/websites/fields.ts';
import { unicodeOf } from '../unicode.ts';
import type { Outcome, Update } from './state.ts';

const unappliedText = (now: Website['privacy']) => t('popup.privacy_unapplied', { privacy: privacyText(now) });

function savedText({ sent, before, after, isUndo }: Extract<Outcome, { is: 'saved' }>): string {
  if (sent.privacy === undefined) return t('popup.saved');
  if (after.privacy !== sent.privacy) return unappliedText(after.privacy);
  const text = t('popup.privacy_saved', { privacy: privacyText(after.privacy) });
  if (before.share_url && !after.share_url) return `${text} ${t('popup.links_ended')}`;
  return isUndo && after.share_url ? `${text} ${t('popup.links_new')}` : text;
}

/** Returns the outcome of the last action at a host in words, or '' if there is none. */
export function outcomeText(outcome: Outcome | undefined, host: string): string {
  if (!outcome) return '';
  if (outcome.is === 'reconnected') return outcome.text;
  if (outcome.is === 'saved') return savedText(outcome);
  if ('domain' in outcome) return t(`popup.${outcome.is}`, { domain: unicodeOf(outcome.domain) });
  const text = registrationText(outcome.is, unicodeOf(host));
  return outcome.unapplied === undefined ? text : `${text} ${unappliedText(outcome.unapplied)}`;
}

/**
 * Returns the outcome of a create. Adds the privacy of the new record (`record`) if it is not the one that was sent.
 */
export const createOutcome = (
  is: Registration['outcome'],
  { privacy }: WrittenFields,
  record: Website | undefined,
): Outcome =>
  is === 'created' && privacy !== undefined && record && record.privacy !== privacy
    ? { is, unapplied: record.privacy }
    : { is };

/** Whether an update sends fields that the person typed or chose. If not, it is an undo. */
export const isByHand = ({ typed }: Update): boolean => Object.keys(typed).length > 0;

/**
 * Whether a record proves that an update of its privacy was carried out. An update with a password is never proved,
 * because a password cannot be read back.
 */
export const isPrivacyOf = (now: Website | undefined, { before, fields: { privacy, password } }: Update): boolean =>
  now?.id === before.id && privacy !== undefined && now.privacy === privacy && !password;

/**
 * Returns the update that restores a record's earlier privacy. Undefined if that privacy is unknown, or if it is
 * Password and the record has no password. The worker does not send the update if the privacy has changed meanwhile.
 */
export const wayBack = ({ domain, privacy, has_password }: Website, { privacy: changed }: Website) =>
  privacy === undefined || (privacy === 2 && !has_password)
    ? undefined
    : { fields: { privacy } satisfies WrittenFields, seen: { domain, sent: { privacy: changed } } };
