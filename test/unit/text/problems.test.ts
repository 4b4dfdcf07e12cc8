import { expect, test, vi } from 'vitest';
import type { Problem } from '@/lib/services/index.ts';
import {
  noteText,
  privacyText,
  problemAction,
  problemText,
  refusalText,
  registrationText,
} from '@/lib/text/problems.ts';

vi.mock('@/lib/text/i18n.ts', () => ({
  t: (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' '),
}));
const rejected = (more: Partial<Problem>): Problem => ({ kind: 'rejected', ...more });
const setup = (code?: Problem['code']): Problem => ({ kind: 'setup', ...(code ? { code } : {}) });

test.each<[Problem, sentence: string, action: string]>([
  [setup('no-key'), 'problem.no_key', 'settings'],
  [setup('no-address'), 'problem.no_address', 'settings'],
  [setup('bad-key'), 'problem.bad_key', 'settings'],
  [setup('bad-address'), 'problem.bad_address', 'settings'],
  [setup('other-service'), 'problem.other_service', 'settings'],
  [setup('fixed'), 'problem.fixed', 'none'],
  [setup('newer-settings'), 'problem.newer', 'settings'],
  [setup('fault'), 'problem.storage', 'settings'],
  [setup(), 'problem.storage', 'settings'],
  [{ kind: 'access', url: 'https://stats.example:8443/x' }, 'problem.access stats.example:8443', 'access'],
  [{ kind: 'access', url: 'no address' }, 'problem.access ', 'access'],
  [{ kind: 'access' }, 'problem.access ', 'access'],
  [{ kind: 'auth' }, 'problem.auth', 'settings'],
  [{ kind: 'forbidden' }, 'problem.forbidden', 'settings'],
  [{ kind: 'forbidden', message: 'Super users only.' }, 'problem.forbidden_reason Super users only.', 'settings'],
  [{ kind: 'forbidden', code: 'plan', message: 'Forbidden' }, 'problem.forbidden_plan', 'settings'],
  [{ kind: 'auth', status: 401, code: 'proxy-login' }, 'problem.proxy_login', 'settings'],
  [{ kind: 'auth', code: 'html' }, 'problem.shape', 'settings'],
  [{ kind: 'forbidden', code: 'html' }, 'problem.shape', 'settings'],
  [{ kind: 'missing' }, 'problem.missing', 'retry'],
  [rejected({}), 'problem.rejected_plain', 'none'],
  [rejected({ message: 'too long' }), 'problem.rejected too long', 'none'],
  [rejected({ code: 'public-suffix', fields: { domain: [] } }), 'problem.public_suffix shop.example', 'none'],
  // What a service says is never taken for one of our own codes, nor for a property that every object has.
  [rejected({ message: 'public-suffix' }), 'problem.rejected public-suffix', 'none'],
  [rejected({ fields: { domain: ['public-suffix'] } }), 'problem.rejected public-suffix', 'none'],
  [rejected({ message: 'unconfirmed' }), 'problem.rejected unconfirmed', 'none'],
  [rejected({ fields: { domain: ['__proto__'] } }), 'problem.rejected __proto__', 'none'],
  [rejected({ fields: { domain: ['constructor'] } }), 'problem.rejected constructor', 'none'],
  [rejected({ fields: { domain: ['hasOwnProperty'] } }), 'problem.rejected hasOwnProperty', 'none'],
  [rejected({ fields: { password: ['required'] } }), 'problem.rejected required', 'none'],
  [{ kind: 'setup', message: 'no-key' }, 'problem.storage', 'settings'],
  [{ kind: 'conflict', message: 'unconfirmed' }, 'problem.conflict', 'retry'],
  [rejected({ fields: { domain: ['taken', 'other'] }, message: 'no' }), 'problem.rejected taken', 'none'],
  [rejected({ code: 'required', fields: { password: [] } }), 'problem.password_required', 'none'],
  [{ kind: 'conflict' }, 'problem.conflict', 'retry'],
  [{ kind: 'busy' }, 'problem.busy', 'retry'],
  [{ kind: 'server', status: 503 }, 'problem.server 503', 'retry'],
  [{ kind: 'server' }, 'problem.server_plain', 'retry'],
  [{ kind: 'redirect' }, 'problem.redirect', 'settings'],
  [{ kind: 'timeout' }, 'problem.timeout', 'retry'],
  [{ kind: 'shape' }, 'problem.shape', 'settings'],
  [{ kind: 'cancelled' }, 'problem.cancelled', 'retry'],
  [{ kind: 'server', status: 500, code: 'unseen' }, 'problem.unseen', 'retry'],
  [{ kind: 'conflict', code: 'other-record' }, 'problem.other_record', 'none'],
  [{ kind: 'conflict', code: 'other-site' }, 'problem.other_site', 'none'],
  [{ kind: 'server', status: 500, code: 'maybe-deleted' }, 'problem.maybe_deleted shop.example', 'retry'],
  [{ kind: 'missing', code: 'still-there' }, 'problem.still_there shop.example', 'retry'],
  [{ kind: 'shape', code: 'unconfirmed' }, 'problem.unconfirmed shop.example', 'retry'],
])('%j: %s, %s', (problem, sentence, action) => {
  expect([problemText(problem, 'shop.example'), problemAction(problem)]).toEqual([sentence, action]);
});

test.each([
  [true, 'problem.network'],
  [false, 'problem.offline'],
])('no answer, and the computer is online: %s', (onLine, sentence) => {
  vi.stubGlobal('navigator', { onLine });
  expect(problemText({ kind: 'network' })).toBe(sentence);
  expect(problemAction({ kind: 'network' })).toBe('retry');
});

test.each([
  [privacyText(0), 'privacy.public'],
  [privacyText(1), 'privacy.private'],
  [privacyText(2), 'privacy.password'],
  [privacyText(undefined), 'privacy.unknown'],
  [registrationText('already', 'a.example'), 'registration.already a.example'],
  [refusalText('not-web'), 'refusal.not_web'],
  [noteText('single-label'), 'note.single_label'],
])('%s', (said, sentence) => {
  expect(said).toBe(sentence);
});
