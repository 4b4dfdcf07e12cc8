import { useEffect, useState } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Problem, Team, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
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

/** Holds the unsaved forms that edit or add websites, for all accounts, even while another tab is shown. */
export const useDrafts = () => ({ edits: useForms<Editing>(), creates: useForms<Creating>() });

export type Drafts = ReturnType<typeof useDrafts>;

const stopped = { busy: false, problem: undefined, unchecked: false };
const moved =
  <T extends Form>(from: string, to: string) =>
  (key: string, form: T): [string, T] =>
    form.account === from ? [key.replace(from, to), { ...form, ...stopped, account: to }] : [key, form];

/**
 * When a connection gets another account at the same address, because its key was replaced, moves its drafts to this
 * account. If a save was refused because of the old key, it can then be repeated. A save reads the record first, so it
 * cannot change another website.
 */
export function useMovedDrafts({ edits, creates }: Drafts, list: readonly ConnectionAddress[]): void {
  const [before, setBefore] = useState(list);
  useEffect(() => {
    setBefore(list);
    for (const { id, analyticsUrl, account } of before) {
      const now = list.find((one) => one.id === id);
      if (now?.analyticsUrl !== analyticsUrl || now.account === account) continue;
      edits.move(moved(account, now.account));
      creates.move(moved(account, now.account));
    }
  }, [before, list, edits.move, creates.move]);
}

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
