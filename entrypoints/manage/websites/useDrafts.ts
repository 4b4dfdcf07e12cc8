import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Creating } from './CreateSheet.tsx';
import type { Editing } from './EditSheet.tsx';

type Forms<T extends object> = ReturnType<typeof useForms<T>>;

/** What is typed in sheets, of all accounts: kept while another connection or tab is shown. */
export const useDrafts = () => ({ edits: useForms<Editing>(), creates: useForms<Creating>() });

export type Drafts = ReturnType<typeof useDrafts>;

/** Of the forms of all accounts those of one. Its open form is closed, and kept, once it is not shown any more. */
export function useFormsOf<T extends object>(forms: Forms<T>, account: string): Omit<Forms<T>, 'key'> {
  const named = (key: string) => `${account} ${key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the end
  useEffect(() => () => forms.close(), []);
  return {
    ...forms,
    form: forms.key?.startsWith(named('')) ? forms.form : undefined,
    isOpen: (key) => forms.isOpen(named(key)),
    of: (key) => forms.of(named(key)),
    open: (key, form) => forms.open(named(key), form),
    patch: (key, change) => forms.patch(named(key), change),
    drop: (key) => forms.drop(named(key)),
  };
}
