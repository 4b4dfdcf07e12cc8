import { expect, test, vi } from 'vitest';
import { reportText } from '@/entrypoints/options/connectionTexts.ts';
import type { Problem } from '@/lib/services/index.ts';

vi.mock('@/lib/text/i18n.ts', () => ({ t: (key: string) => key }));

test.each<[Problem, sentence: string]>([
  [{ kind: 'auth', status: 401, code: 'html' }, 'options.report_login'],
  [{ kind: 'auth', status: 401, code: 'proxy-login' }, 'problem.proxy_login'],
  [{ kind: 'forbidden', status: 403 }, 'problem.forbidden'],
  [{ kind: 'shape', status: 200, code: 'html' }, 'options.report_login'],
  [{ kind: 'setup', code: 'key-header' }, 'options.header_authorization'],
  [{ kind: 'shape', status: 419 }, 'options.report_login'],
])('%j: %s', (problem, sentence) => {
  expect(reportText(problem)).toBe(sentence);
});
