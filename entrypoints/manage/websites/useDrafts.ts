import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Creating } from './CreateSheet.tsx';
import type { Editing } from './EditSheet.tsx';

type Forms<T extends object> = ReturnType<typeof useForms<T>>;

/** The drafts in the sheets of all accounts, kept while another connection or tab is shown. */
export const useDrafts = () => ({ edits: useForms<Editing>(), creates: useForms<Creating>() });

export type Drafts = ReturnType<typeof useDrafts>;

const isOf = (account: string, key: string | undefined) => key?.startsWith(`${account} `) === true;

/** The account of the form that is open. */
export const accountOf = (forms: { key?: string | undefined }, accounts: readonly string[]): string | undefined =>
  accounts.find((account) => isOf(account, forms.key));

/** The forms of one account. */
export function formsOf<T extends object>(forms: Forms<T>, account: string): Omit<Forms<T>, 'key'> {
  const named = (key: string) => `${account} ${key}`;
  return {
    ...forms,
    form: isOf(account, forms.key) ? forms.form : undefined,
    isOpen: (key) => forms.isOpen(named(key)),
    of: (key) => forms.of(named(key)),
    open: (key, form) => forms.open(named(key), form),
    patch: (key, change) => forms.patch(named(key), change),
    drop: (key) => forms.drop(named(key)),
  };
}

/** Closes the open form, but keeps it, once its account is not shown any more. */
export function useLeft<T extends object>(forms: Forms<T>, accounts: readonly string[]): void {
  const { key, isOpen, close } = forms;
  const isShown = accountOf(forms, accounts) !== undefined;
  useEffect(() => {
    const leave = () => {
      if (key !== undefined && isOpen(key)) close();
    };
    if (!isShown) leave();
    return leave;
  }, [key, isShown, isOpen, close]);
}
