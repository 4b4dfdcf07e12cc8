import { hostOf } from '../../hosts/hostOf.ts';
import { isNamed } from '../../records/known.ts';
import type { Question } from '../../records/questions.ts';
import { nameOf } from '../../records/rules.ts';
import type { ListName, Lists } from '../../records/types.ts';
import type * as Writing from '../../records/write.ts';
import type { InputOf, ListOutput, OperationName, OutputOf, Project, Website } from '../../services/index.ts';
import { afterCreate } from '../../websites/record.ts';
import { announce, change } from './change.ts';
import { asked, records } from './records.ts';

/** Whether an answer certainly contains the whole list in one page (see `readPages`). */
function isWhole(
  { search, cursor }: { search?: string | undefined; cursor?: string | undefined },
  { items, more, unread, total = items.length }: ListOutput<Website | Project>,
): boolean {
  const names = new Set(items.filter(isNamed).map(nameOf));
  return !search && !cursor && !more && !unread && total <= names.size && names.size === items.length;
}

/**
 * Like the function `change`, but never rejects, because a request must not fail if only its answer cannot be stored.
 */
const keep = (account: string, step: (write: typeof Writing) => Promise<unknown>): Promise<unknown> =>
  change(account, step).catch(() => undefined);

/**
 * Stores the records of an answer (`items`), and what the answer proves about the list (`more`). Does nothing if there
 * is nothing to store.
 */
const putRecords = <L extends ListName>(
  list: L,
  account: string,
  items: readonly Lists[L][],
  question: Question,
  more: { total?: number | undefined; whole?: boolean } = {},
) =>
  items.length || more.total !== undefined || more.whole
    ? keep(account, (write) => write.putAnswer(records, list, account, { items, at: Date.now(), question, ...more }))
    : undefined;

const provedBy = (
  input: { search?: string | undefined; cursor?: string | undefined },
  page: ListOutput<Website | Project>,
) => ({
  total: input.search ? undefined : page.total,
  whole: isWhole(input, page),
});

type KeepAnswer<N extends OperationName> = (
  account: string,
  input: InputOf<N>,
  answer: OutputOf<N>,
  question: Question,
) => Promise<unknown> | undefined;
type Kept = { [N in OperationName]?: KeepAnswer<N> };

/**
 * Stores the outcome of an update, which is the record in the service's answer. If the answer has no record or is out
 * of date by now, stores only the sent fields.
 */
async function putUpdated(
  account: string,
  { id, password, ...sent }: InputOf<'websites.update'>,
  website: Website | undefined,
  question: Question,
): Promise<void> {
  const isLater = question.isOutdated(id);
  asked.noteWrite(account, id);
  const fields: Partial<Website> = {
    ...sent,
    ...(password && website?.privacy === undefined ? { has_password: true } : {}),
  };
  if (website && !isLater)
    await keep(account, (write) =>
      write.putAnswer(records, 'websites', account, { items: [{ ...fields, ...website }], at: Date.now() }),
    );
  else await keep(account, (write) => write.putFields(records, account, id, fields, Date.now()));
}

/** The functions that store the answers of operations. An operation without a function here stores nothing. */
const kept: Kept = {
  'websites.list': (account, input, page, question) =>
    putRecords('websites', account, page.items, question, provedBy(input, page)),
  'websites.find': (account, _input, { items }, question) => putRecords('websites', account, items, question),
  'websites.show': (account, _input, website, question) => putRecords('websites', account, [website], question),
  'websites.create': (account, input, website, question) => {
    if (!website || question.isOutdated(website.id)) return undefined;
    asked.noteWrite(account, website.id);
    const items = [afterCreate(input, website)];
    return keep(account, (write) =>
      write.putAnswer(records, 'websites', account, { items, at: Date.now(), made: true }),
    );
  },
  'websites.update': putUpdated,
  'projects.list': (account, input, page, question) =>
    putRecords('projects', account, page.items, question, provedBy(input, page)),
};

/** Stores the records in the answer to an operation, and what the answer proves about a list. */
export async function keepAnswer<N extends OperationName>(
  name: N,
  account: string,
  input: InputOf<N>,
  answer: OutputOf<N>,
  question: Question,
): Promise<void> {
  const keepIt = kept[name] as KeepAnswer<N> | undefined;
  await keepIt?.(account, input, answer, question);
}

/** Stores that, according to the service's answer, only these websites have this host. Never rejects. */
export const keepHost = (account: string, host: string, websites: readonly Website[], question: Question) =>
  keep(account, (write) =>
    write.proveHost(
      records,
      account,
      host,
      websites.map(({ id }) => id),
      question,
    ),
  );

/** Removes a deleted website from the store, and tells all open pages. */
export async function dropWebsite(account: string, id: string): Promise<void> {
  asked.noteWrite(account, id);
  await keep(account, (write) => write.dropRecord(records, 'websites', account, id));
  // Announced only after the store has changed, because pages then read the store.
  await announce(account, { kind: 'website-gone', id });
}

export async function dropProject(account: string, project: string): Promise<void> {
  asked.noteWrite(account, project);
  await keep(account, (write) => write.dropRecord(records, 'projects', account, project, hostOf(project)));
  await announce(account, { kind: 'project-gone', project });
}

export const keepIgnoresCase = (account: string, ignoresCase: boolean) =>
  keep(account, (write) => write.putIgnoresCase(records, account, ignoresCase));

/** Moves the stored records of a list from one account to another. The two accounts must differ. */
export const moveRecords = (list: ListName, from: string, to: string) =>
  keep(to, (write) => write.moveList(records, list, from, to, Date.now()));
