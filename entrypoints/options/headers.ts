import { type HeaderProblem, headerProblem, maxHeaders } from '@/lib/connections/headers.ts';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus, HeaderStatus, Keep } from '@/lib/messages/commands.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { HeadersFormProps } from './HeadersForm.tsx';

const problemTexts: Record<HeaderProblem, () => string> = {
  'name-empty': () => t('options.header_name_empty'),
  name: () => t('options.header_bad_name'),
  browser: () => t('options.header_browser'),
  own: () => t('options.header_own'),
  authorization: () => t('options.header_authorization'),
  cookie: () => t('options.header_cookie'),
  double: () => t('options.header_double'),
  many: () => t('options.header_many', { count: maxHeaders }),
  'value-empty': () => t('options.header_value_empty'),
  value: () => t('options.header_bad_value'),
};

interface HeadersInput {
  /** The connection's id. */
  id: string;
  /** The analytics service's address as typed, if it is one. */
  url: string | undefined;
  stored: readonly HeaderStatus[] | undefined;
  keep: Keep;
  follow: (question: Promise<Answer<ConnectionStatus>>) => Promise<Answer<ConnectionStatus>>;
}

/** Adds and removes the headers of a connection; each is bound to the origin of the typed address. */
export function headersOf({ id, url, stored = [], keep, follow }: HeadersInput): HeadersFormProps {
  return {
    stored,
    host: url && new URL(url).host,
    onAdd: async (name, value) => {
      if (!url) return { text: t('options.header_address') };
      const others = stored.map((one) => one.name);
      const problem = headerProblem(name, value, others);
      if (problem) return { text: problemTexts[problem](), isValue: problem.startsWith('value') };
      const answer = await follow(ask('keys.saveHeader', { connection: id, url, name, value, keep }));
      return answer.ok ? undefined : { text: t('options.save_failed', { reason: problemText(answer.problem) }) };
    },
    onForget: (name) => void follow(ask('keys.forgetHeader', { connection: id, name })),
  };
}
