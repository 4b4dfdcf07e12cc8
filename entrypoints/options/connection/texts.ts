import type { HeaderProblem } from '@/lib/connections/headers.ts';
import type { TemplateProblem } from '@/lib/connections/urlTemplates.ts';
import type { Service } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { inputLimits } from '@/lib/util/inputLimits.ts';
import { refusedText } from '../rulesText.ts';
import type { FieldProblem } from './state.ts';

export const serviceTexts: Record<Service, Record<'title' | 'address' | 'key' | 'replace' | 'forget', () => string>> = {
  analytics: {
    title: () => t('options.analytics'),
    address: () => t('popup.service_address'),
    key: () => t('options.api_key'),
    replace: () => t('options.replace'),
    forget: () => t('options.forget_confirm'),
  },
  seo: {
    title: () => t('options.seo'),
    address: () => t('options.seo_address'),
    key: () => t('options.seo_api_key'),
    replace: () => t('options.replace_seo'),
    forget: () => t('options.forget_seo'),
  },
};

const addressWords: Record<string, () => string> = {
  empty: () => t('options.address_empty'),
  'looks-like-key': () => t('popup.address_key'),
  'user-info': () => t('options.address_user_info'),
  insecure: () => t('options.address_insecure'),
  'not-web': () => t('options.address_not_web'),
  extension: () => t('options.address_extension'),
  'bad-host': () => t('options.address_bad_host'),
  'bad-path': () => t('options.address_bad_path'),
};

const keyWords: Record<string, (position: number) => string> = {
  empty: () => t('options.key_empty'),
  masked: () => t('options.key_masked'),
  url: () => t('options.key_url'),
  short: () => t('options.key_short'),
  long: () => t('options.key_long'),
  space: (position) => t('options.key_space', { position }),
  character: (position) => t('options.key_character', { position }),
};

const headerWords: Record<HeaderProblem, () => string> = {
  'name-empty': () => t('options.header_name_empty'),
  name: () => t('options.header_bad_name'),
  browser: () => t('options.header_browser'),
  own: () => t('options.header_own'),
  authorization: () => t('options.header_authorization'),
  cookie: () => t('options.header_cookie'),
  double: () => t('options.header_double'),
  many: () => t('options.header_many', { count: inputLimits.headers }),
  'value-empty': () => t('options.header_value_empty'),
  value: () => t('options.header_bad_value'),
};

export function templateWords(problem: TemplateProblem): string {
  if (problem.reason === 'placeholder') return t('options.template_placeholder', { name: problem.name });
  if (problem.reason === 'empty') return t('options.template_empty');
  return t(problem.reason === 'code' ? 'options.template_code' : 'options.template_address');
}

/** Returns a text about a field's problem that never contains a key. `isKey`: whether the field is for a key. */
export function problemWords(problem: FieldProblem | undefined, isKey = false): string | undefined {
  if (!problem) return undefined;
  switch (problem.reason) {
    case 'other-origin':
      return t('options.key_required_other', { host: problem.host });
    case 'rules':
      return refusedText(problem.refused);
    case 'taken':
      return t('options.rule_taken', { rule: problem.rule, name: problem.name });
    case 'template':
      return templateWords(problem.problem);
    case 'header-elsewhere':
      return t('options.header_for_other', { name: problem.name, host: problem.host, other: problem.other });
    case 'header':
      return headerWords[problem.problem]();
    default:
      return isKey ? keyWords[problem.reason]?.(problem.position ?? 0) : addressWords[problem.reason]?.();
  }
}
