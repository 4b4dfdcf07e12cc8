import { language } from '@/lib/text/i18n.ts';

/** The comma of the reader's language and its space, between counts and names that are no sentence. */
export const comma = (): string =>
  new Intl.ListFormat(language(), { style: 'narrow' }).formatToParts(['a', 'b', 'c'])[1]?.value ?? ', ';
