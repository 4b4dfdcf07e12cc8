import { useEffect } from 'preact/hooks';
import { useForms } from '@/components/useForms.ts';
import type { Problem, Team, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Conflict, ConflictChoices } from '@/lib/websites/conflict.ts';
import { type FieldErrors, fieldErrors } from '@/lib/websites/fieldMessages.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { useLatest } from '../list/useLatest.ts';

interface Form {
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
   * Set if the fields contain unsaved changes from an earlier opening of the sheet. This is the record as it was known
   * when the sheet was opened again. (`row` is the record that the person saw when making the changes.)
   */
  drafted?: Row<Website> | undefined;
  conflict?: { found: Conflict[]; choices: ConflictChoices } | undefined;
  /** Whether the record could not be read again before a save. The form then offers to save without reading it. */
  unchecked?: boolean;
}

/** Returns how a form shows a problem: as errors of its fields or, if there are none, as the problem itself. */
export const refused = (problem: Problem, errors = fieldErrors(problem)): Pick<Form, 'errors' | 'problem'> => ({
  errors,
  problem: Object.keys(errors).length ? undefined : problem,
});

/**
 * Returns the owner of a connection's forms. It stays the same when the key is replaced, but not when the address
 * changes.
 */
export const ownerOf = ({ id, analyticsUrl }: ConnectionAddress): string => `${id} ${analyticsUrl}`;

/** A form with its owner (see `ownerOf`), and the account that `busy`, `problem` and `unchecked` refer to. */
type Owned<T> = T & { owner: string; account: string };

/** Resets what a form shows about a request to the account of a previous key. */
const unasked = { busy: false, problem: undefined, unchecked: false };

/**
 * Provides a connection's forms. After its key was replaced, they are not busy, show no problem of the previous
 * account, and ignore answers that still come from it.
 */
function formsAt<T extends Form>(
  forms: ReturnType<typeof useForms<Owned<T>>>,
  connection: ConnectionAddress,
  isConnected: (connection: ConnectionAddress) => boolean,
) {
  const { account } = connection;
  // The account of a previous key owns no form.
  const owner = () => (isConnected(connection) ? ownerOf(connection) : account);
  const keyOf = (name: string) => `${owner()} ${name}`;
  const now = (form: Owned<T> | undefined) =>
    form && form.account !== account ? { ...form, ...unasked, account } : form;
  const of = (name: string) => now(forms.of(keyOf(name)));
  return {
    form: forms.form?.owner === owner() ? now(forms.form) : undefined,
    of,
    isOpen: (name: string) => forms.isOpen(keyOf(name)),
    open: (name: string, form: T) => forms.open(keyOf(name), { ...form, owner: owner(), account }),
    patch: (name: string, change: Partial<T>) =>
      forms.patch(keyOf(name), { ...of(name), ...change } as Partial<Owned<T>>),
    drop: (name: string) => forms.drop(keyOf(name)),
    close: forms.close,
  };
}

/**
 * Holds the unsaved forms that edit or add websites, for all connections, even while another tab is shown. Closes the
 * open form, but keeps its draft, when the page stops showing its connection (`shown`).
 */
export function useDrafts(list: readonly ConnectionAddress[], shown: readonly ConnectionAddress[]) {
  const isConnected = useLatest(({ account }: ConnectionAddress) => list.some((one) => one.account === account));
  const [edits, creates] = [useForms<Owned<Editing>>(), useForms<Owned<Creating>>()];
  const isShown = ({ owner }: Owned<Form>) => shown.some((one) => ownerOf(one) === owner);
  useEffect(() => {
    for (const { form, close } of [edits, creates]) if (form && !isShown(form)) close();
  });
  return {
    edits,
    creates,
    editsAt: (connection: ConnectionAddress) => formsAt(edits, connection, isConnected),
    createsAt: (connection: ConnectionAddress) => formsAt(creates, connection, isConnected),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
