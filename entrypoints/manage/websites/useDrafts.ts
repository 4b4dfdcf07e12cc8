import { useEffect, useState } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Problem, Team, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Conflict, ConflictChoices } from '@/lib/websites/conflict.ts';
import type { FieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';

interface Form {
  account: string;
  fields: WebsiteFields;
  busy: boolean;
  errors: FieldErrors;
  problem?: Problem | undefined;
}

export interface Creating extends Form {
  typed: string;
  /** The chosen team; null if the account itself owns the website; left out for the connection's default. */
  team?: Team | null;
}

export interface Editing extends Form {
  row: Row<Website>;
  /** A message that is not a problem, such as that nothing was changed or that a draft was restored. */
  note?: string | undefined;
  /**
   * Set if the fields contain unsaved changes from an earlier opening of the sheet: the record as it was known when the
   * sheet was opened again. (`row` is the record that the person saw when making the changes.)
   */
  drafted?: Row<Website> | undefined;
  conflict?: { found: Conflict[]; choices: ConflictChoices } | undefined;
  /** Whether the record could not be read again before a save. The form then offers to save without reading. */
  unchecked?: boolean;
}

/** Resets what a form shows of its last request. The answer to a request to the old account does not reach the form. */
const unasked = { busy: false, problem: undefined, unchecked: false };
/** Returns a form and its key for the account `to`, if the form belongs to the account `from`. */
const moved =
  <T extends Form>(from: string, to: string) =>
  (key: string, form: T): [string, T] =>
    form.account === from ? [to + key.slice(from.length), { ...form, ...unasked, account: to }] : [key, form];

/**
 * Holds the unsaved forms that edit or add websites, for all accounts, even while another tab is shown. If the key of a
 * connection in `list` is replaced, its forms move to the account of the new key, as the popup's drafts do.
 */
export function useDrafts(list: readonly ConnectionAddress[]) {
  const [edits, creates] = [useForms<Editing>(), useForms<Creating>()];
  const [before, setBefore] = useState(list);
  if (before !== list) {
    setBefore(list);
    for (const { id, account, analyticsUrl } of before) {
      const now = list.find((one) => one.id === id && one.analyticsUrl === analyticsUrl);
      if (!now || now.account === account) continue;
      edits.rename(moved(account, now.account));
      creates.rename(moved(account, now.account));
    }
  }
  return { edits, creates };
}

export type Drafts = ReturnType<typeof useDrafts>;

/** Closes the open form when its account is no longer shown or the person leaves the list. The draft stays. */
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
