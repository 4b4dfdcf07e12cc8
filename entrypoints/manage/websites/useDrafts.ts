import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import { useLatest } from '../list/useLatest.ts';
import type { Creating } from './CreateSheet.tsx';
import type { Editing } from './EditSheet.tsx';

type Forms<T extends object> = ReturnType<typeof useForms<T>>;

/** What was typed in the sheets of all accounts, kept while another connection or tab is shown. */
export const useDrafts = () => ({ edits: useForms<Editing>(), creates: useForms<Creating>() });

export type Drafts = ReturnType<typeof useDrafts>;

/** The forms of one account. Its open form is closed, but kept, once the account is no longer shown. */
export function useFormsOf<T extends object>(forms: Forms<T>, account: string): Omit<Forms<T>, 'key'> {
  const named = (key: string) => `${account} ${key}`;
  const isShown = forms.key?.startsWith(named('')) === true;
  const leave = useLatest(() => isShown && forms.close());
  useEffect(() => () => void leave(), [leave]);
  return {
    ...forms,
    form: isShown ? forms.form : undefined,
    isOpen: (key) => forms.isOpen(named(key)),
    of: (key) => forms.of(named(key)),
    open: (key, form) => forms.open(named(key), form),
    patch: (key, change) => forms.patch(named(key), change),
    drop: (key) => forms.drop(named(key)),
  };
}
