import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Problem, Team, Website } from '@/lib/services/index.ts';
import type { Conflict, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';

interface Form {
  fields: WebsiteFields;
  busy: boolean;
  errors: FieldErrors;
  problem?: Problem | undefined;
}

export interface Creating extends Form {
  typed: string;
  /** The chosen team; null for the account itself; left out for the connection's default. */
  team?: Team | null;
}

export interface Editing extends Form {
  row: Row<Website>;
  /** A message that is not a problem, such as that nothing was changed or that a draft was restored. */
  note?: string | undefined;
  /** Whether the fields are a draft from before the sheet was closed. */
  drafted?: boolean;
  conflict?: { found: Conflict[]; choices: ConflictChoices } | undefined;
  /** Whether the record could not be read again before saving, so that saving without that is offered. */
  unchecked?: boolean;
}

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
