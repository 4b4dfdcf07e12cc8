import type { Website } from '../services/index.ts';
import { isText, readList } from '../storage/readParts.ts';
import type { Setting } from '../storage/settings.ts';
import { isRecord } from '../util/isRecord.ts';
import { ageOf } from '../util/moments.ts';

/** What the worker has just changed at a service, so that open pages can update without another request. */
export type ChangeKind =
  | { kind: 'website'; created?: boolean; website: Partial<Website> & Pick<Website, 'id'> }
  | { kind: 'website-gone'; id: string }
  | { kind: 'project-gone'; project: string };

/** A change, the account it was made in, and when it happened (milliseconds since 1970). */
export type Change = { account: string; at: number } & ChangeKind;

const isChange = (value: unknown): value is Change =>
  isRecord(value) &&
  isText(value.account) &&
  (isText(value.id) || isText(value.project) || (isRecord(value.website) && isText(value.website.id)));

/** The latest change. Written by the worker alone; in memory only. */
export const lastChange: Setting<Change | undefined> = {
  key: 'lastChange',
  area: 'session',
  version: 1,
  fallback: undefined,
  parse: (value) => (isChange(value) ? value : undefined),
};

/** A deletion that was sent to an account's service (milliseconds since 1970), and whose outcome is not known. */
export interface SentDeletion {
  id: string;
  account: string;
  at: number;
}

/** For so long a service may carry out a request (milliseconds): minutes after the client has given up. */
export const maxRequestAge = 600_000;

/** Those that may still be carried out. */
export const pendingDeletions = (deletions: readonly SentDeletion[]): SentDeletion[] =>
  deletions.filter(({ at }) => ageOf(at, Date.now()) < maxRequestAge);

/** Whether one may still be carried out at an account's service. */
export const isDeletingIn = (deletions: readonly SentDeletion[], account: string): boolean =>
  pendingDeletions(deletions).some((one) => one.account === account);

const isSentDeletion = (value: unknown): value is SentDeletion =>
  isRecord(value) && isText(value.id) && isText(value.account) && typeof value.at === 'number';

/** The deletions that were sent and may still be carried out. Written by the worker alone; in memory only. */
export const sentDeletions: Setting<SentDeletion[]> = {
  key: 'sentDeletions',
  area: 'session',
  version: 1,
  fallback: [],
  parse: (value) => readList(value, (one) => (isSentDeletion(one) ? one : undefined)),
};
