import type { Problem, ProblemCode } from '../services/index.ts';
import { t } from './i18n.ts';

export { noteText, privacyText, refusalText, registrationText } from './sites.ts';

/** The action offered to the person to solve a problem. */
export type Action = 'settings' | 'access' | 'retry' | 'anyway' | 'none';

type ProblemWords = (problem: Problem, domain: string) => string;

const hostInMessage = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : '');

function rejectedText({ code, fields = {}, message }: Problem, domain: string): string {
  if (code === 'public-suffix') return t('problem.public_suffix', { domain });
  if (code === 'required' && fields.password) return t('problem.password_required');
  const reason = Object.values(fields).flat()[0] ?? message;
  return reason ? t('problem.rejected', { reason }) : t('problem.rejected_plain');
}

const setupText: Partial<Record<ProblemCode, () => string>> = {
  'no-key': () => t('problem.no_key'),
  'no-address': () => t('problem.no_address'),
  'bad-key': () => t('problem.bad_key'),
  // Says only that the key cannot be used. Testing the connection in the settings shows why.
  'key-header': () => t('problem.bad_key'),
  'bad-address': () => t('problem.bad_address'),
  'other-service': () => t('problem.other_service'),
  changed: () => t('problem.other_service'),
  'newer-settings': () => t('problem.newer'),
};

const problemKinds: Record<Problem['kind'], [ProblemWords, Action]> = {
  setup: [({ code = 'fault' }) => setupText[code]?.() ?? t('problem.storage'), 'settings'],
  access: [({ url }) => t('problem.access', { host: hostInMessage(url) }), 'access'],
  auth: [() => t('problem.auth'), 'settings'],
  forbidden: [
    ({ message: reason }) => (reason ? t('problem.forbidden_reason', { reason }) : t('problem.forbidden')),
    'settings',
  ],
  missing: [() => t('problem.missing'), 'retry'],
  rejected: [rejectedText, 'none'],
  conflict: [() => t('problem.conflict'), 'retry'],
  busy: [() => t('problem.busy'), 'retry'],
  server: [({ status }) => (status ? t('problem.server', { status }) : t('problem.server_plain')), 'retry'],
  redirect: [() => t('problem.redirect'), 'settings'],
  network: [() => (navigator.onLine ? t('problem.network') : t('problem.offline')), 'retry'],
  timeout: [() => t('problem.timeout'), 'retry'],
  shape: [() => t('problem.shape'), 'settings'],
  cancelled: [() => t('problem.cancelled'), 'retry'],
};

/** The problem codes that have their own sentence and action, used in place of those of the problem's kind. */
const codes: Partial<Record<ProblemCode, [ProblemWords, Action]>> = {
  html: problemKinds.shape,
  plan: [() => t('problem.forbidden_plan'), 'settings'],
  unconfirmed: [(_problem, domain) => t('problem.unconfirmed', { domain }), 'retry'],
  'still-unconfirmed': [(_problem, domain) => t('problem.still_unconfirmed', { domain }), 'retry'],
  'maybe-registered': [() => t('registration.maybe_hint'), 'anyway'],
  unseen: [() => t('problem.unseen'), 'retry'],
  'maybe-deleted': [(_problem, domain) => t('problem.maybe_deleted', { domain }), 'retry'],
  'still-there': [(_problem, domain) => t('problem.still_there', { domain }), 'retry'],
  'other-record': [() => t('problem.other_record'), 'none'],
  fixed: [() => t('problem.fixed'), 'none'],
  'changed-since': [() => t('problem.changed_since'), 'none'],
  'changed-elsewhere': [() => t('problem.changed_elsewhere'), 'none'],
  'other-site': [() => t('problem.other_site'), 'none'],
  unapplied: [(_problem, name) => t('problem.unapplied', { name }), 'none'],
  'audit-under-way': [() => t('audit.busy'), 'none'],
  'no-team': [() => t('problem.no_team'), 'none'],
  private: [() => t('problem.private'), 'none'],
  stopped: [() => t('audit.why_stopped'), 'none'],
  'proxy-login': [() => t('problem.proxy_login'), 'settings'],
  'no-database': [() => t('problem.no_database'), 'none'],
};

/** Returns the sentence and the action for a problem, even if the stored problem is damaged or of an unknown kind. */
const rowOf = ({ kind, code }: Problem) =>
  (code && Object.hasOwn(codes, code) && codes[code]) ||
  (Object.hasOwn(problemKinds, kind) ? problemKinds[kind] : problemKinds.setup);

/**
 * Returns a sentence that says what happened and what to do next. `domain`: the site that the problem is about, if any.
 */
export const problemText = (problem: Problem, domain = ''): string => rowOf(problem)[0](problem, domain);

/** Returns the action that is offered for a problem. */
export const problemAction = (problem: Problem): Action => rowOf(problem)[1];
