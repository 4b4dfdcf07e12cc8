import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { LookUpState } from '@/lib/websites/record.ts';
import { unicodeOf } from './unicode.ts';

/** What was said about one host, what the person did with it, and the outcome. */
export interface HostForm {
  check: LookUpState;
  /** The look-up that was asked last; an earlier one's answer is dropped. */
  lastCheck?: unknown;
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

export const emptyForm: HostForm = { check: { state: 'idle' }, writes: 0, status: '' };

/** What was shown is not registered any more, or not known to be. */
export const asGone = ({ domain }: Website, isKnown: boolean): Partial<HostForm> => ({
  problem: undefined,
  undo: undefined,
  status: isKnown ? t('popup.already_deleted', { domain: unicodeOf(domain) }) : '',
});
