import type { SiteCheck } from '@/lib/messages/commands.ts';
import type { KnownSite } from '@/lib/records/types.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { LookUpState } from '@/lib/websites/record.ts';
import type { PopupStart } from './load.ts';
import { isTyped, type Unsaved } from './typed.ts';
import { unicodeOf } from './unicode.ts';

/** What was said about one host, what the person did with it, and the outcome. */
export interface HostForm {
  check: LookUpState;
  /** The look-up that was asked last; an earlier one's answer is dropped. */
  lastCheck?: unknown;
  /** When the service last showed its record (milliseconds since 1970), if that is known. */
  readAt?: number | undefined;
  /** The service has more than one record of it. */
  several?: boolean | undefined;
  /** Number of writes under way, and the last of them. */
  writes: number;
  lastWrite?: unknown;
  status: string;
  /** Undoes the last action, if possible. */
  undo?: (() => void) | undefined;
  problem?: Problem | undefined;
  retry?: (() => void) | undefined;
  /** Something else was begun since the last write was sent: to try that again would send what is not on the screen. */
  isLeft?: boolean;
  passwordError?: string | undefined;
  /** The person was told that the tab has navigated away from this host. */
  navigated?: boolean;
}

/** Why it is not known whether the site is registered; while it is asked again, why it was not known before. */
export const failureOf = ({ check }: HostForm): Problem | undefined => ('problem' in check ? check.problem : undefined);

/** The problem of a change whose answer was lost: how the record is now is not known until the service is asked. */
export const lostChange = (problem: Problem | undefined): Problem | undefined =>
  problem?.code === 'maybe-changed' || problem?.code === 'worker-gone' ? problem : undefined;

/**
 * What is wrong, if anything; and whether what is shown of the site may not be true any more, and nothing is typed that would
 * be lost without its form. After an outcome, that the service cannot be asked again is no news; `said`: what the popup began
 * with, which is none. What is known from earlier is not asked about in a private window until the person wants it.
 */
export function problemOf(
  form: HostForm,
  typed: Unsaved,
  record: 'read' | 'unread' | undefined,
  { said, private: isPrivate }: Pick<PopupStart, 'said' | 'private'>,
) {
  const { check, writes, status, problem } = form;
  const failure = writes || (status && status !== said) ? undefined : failureOf(form);
  const isUnasked = isPrivate && record === 'unread' && check.state === 'idle';
  const isAtForm = isTyped(typed) || (problem && !record);
  const isUnknown = (!!failure || isUnasked) && !isAtForm;
  // A change that failed is not on the screen then; a deletion that may have been carried out is.
  const isOver = isUnknown && problem?.code !== 'maybe-deleted';
  return { problem: isOver ? failure : (problem ?? failure), isUnknown };
}

export const emptyForm: HostForm = { check: { state: 'idle' }, writes: 0, status: '' };

/** The form that the popup opens with; `stored`: what is known here of its host. */
export const firstForm = (start: Pick<PopupStart, 'private' | 'said'>, stored: KnownSite | undefined): HostForm => ({
  ...emptyForm,
  ...(start.private ? {} : { check: { state: 'checking' } }),
  status: start.said,
  several: stored?.several,
  readAt: stored?.at,
});

/** What the service's answer changes in the form; `shown`: the record until now, `current`: the record now. */
export function afterCheck(
  { complete, isUnconfirmed }: Pick<SiteCheck, 'complete' | 'isUnconfirmed'>,
  shown: Website | undefined,
  current: Website | undefined,
  problem: Problem | undefined,
  retry: () => void,
): Partial<HostForm> {
  // It is not registered any more, or not known to be.
  if (shown && !current) {
    const status = complete ? t('popup.already_deleted', { domain: unicodeOf(shown.domain) }) : '';
    return { problem: undefined, undo: undefined, status };
  }
  // What was not found is there under another id.
  if (shown && shown.id !== current?.id && problem?.kind === 'missing')
    return { problem: { kind: 'conflict', code: 'other-site' } };
  // A create was sent before this popup was opened, and what became of it is not known.
  return isUnconfirmed ? { problem: { kind: 'timeout', code: 'still-unconfirmed' }, retry } : {};
}
