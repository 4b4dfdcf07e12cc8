import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Problem, Team, Website } from '@/lib/services/index.ts';
import type { Conflict, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';

interface Form {
  /** The account that has the website, or will have it. */
  account: string;
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
  /** Whether the record could not be read again before a save. The form then offers to save without reading. */
  unchecked?: boolean;
}

/** Holds the drafts of the sheets to edit and to add a website, for all accounts, also while another tab is shown. */
export const useDrafts = () => ({ edits: useForms<Editing>(), creates: useForms<Creating>() });

export type Drafts = ReturnType<typeof useDrafts>;

/** Closes the open form when its account is no longer shown, or when the list is left. The draft stays. */
export function useLeft<T extends Form>(forms: ReturnType<typeof useForms<T>>, accounts: readonly string[]): void {
  const { key, form, isOpen, close } = forms;
  const isShown = form !== undefined && accounts.includes(form.account);
  useEffect(() => {
    const leave = () => {
      if (key !== undefined && isOpen(key)) close();
    };
    if (!isShown) leave();
    return leave;
  }, [key, isShown, isOpen, close]);
}
