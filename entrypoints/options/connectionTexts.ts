import type { Service, ServiceStatus, TestResult } from '@/lib/messages/commands.ts';
import type { Problem } from '@/lib/services/index.ts';
import { type Kind, traitsOf } from '@/lib/services/traits.ts';
import { whenText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

/** The HTTP statuses with which services and captive portals ask for a login. */
const loginStatuses = [419, 511];

const isLogin = ({ status, code }: Problem) => code === 'html' || loginStatuses.includes(status ?? 0);

const reportWords: Partial<Record<Problem['kind'], () => string>> = {
  auth: () => t('options.report_auth'),
  missing: () => t('options.report_missing'),
  redirect: () => t('options.report_redirect'),
  shape: () => t('options.report_shape'),
  rejected: () => t('options.report_rejected'),
};

/** Returns a text that says why the test of a service failed, and what to check. */
export function reportText(problem: Problem): string {
  if (problem.code === 'key-header') return t('options.header_authorization');
  if (problem.code === 'proxy-login') return problemText(problem);
  return isLogin(problem) ? t('options.report_login') : (reportWords[problem.kind]?.() ?? problemText(problem));
}

type Passed = Extract<TestResult, { ok: true }>;

/** Returns the number of a service's records in words: `12 websites`, or `12+ websites` if there may be more. */
export const countText = (service: Service, { count, more }: Pick<Passed, 'count' | 'more'>): string =>
  plural(
    service === 'seo' ? 'options.projects' : 'options.websites',
    count,
    more ? { count: t('options.at_least', { count: numberText(count) }) } : {},
  );

/** Returns a sentence such as `Connected, 12 websites.`, with the product's name if it is known. */
export function foundText(service: Service, found: Passed): string {
  const what = countText(service, found);
  const { name } = traitsOf(found.kind);
  return name ? t('options.found_kind', { name, what }) : t('options.found', { what });
}

/** Returns a text that says which product answers at an address. `kind`: the detected kind of service, if any. */
export function answersText(kind: Kind | undefined): string {
  const { name } = traitsOf(kind);
  if (!kind) return t('options.answers_none');
  return name ? t('options.answers_kind', { name }) : t('options.answers');
}

/** Whether a problem may pass by itself. The service may just be down, so the key may still be right. */
export const isPassing = ({ kind }: Problem): boolean => ['network', 'timeout', 'server', 'busy'].includes(kind);

/** Returns a text that says that a service was not saved, with the last characters of its stored key, if any. */
export const notSavedText = ({ key, lastFour }: ServiceStatus): string =>
  lastFour && key !== 'none' ? t('options.still_connected', { tail: lastFour }) : t('options.unsaved');

/** Returns a text that says when a service was tested. `at`: milliseconds since 1970. */
export const testedText = (at: number): string => t('options.tested', { when: whenText(at) });

/** Returns a text that says that a key is stored, with the key's last characters. */
export const keyStoredText = ({ key, lastFour = '' }: ServiceStatus): string =>
  t(key === 'session' ? 'options.key_stored_session' : 'options.key_stored', { tail: lastFour });
