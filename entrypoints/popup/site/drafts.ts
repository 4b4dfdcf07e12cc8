import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];

/** The draft of a form of the site. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/** The draft after a form has come to show `after` instead of `before`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/** Whether the draft would be lost with its form. The privacy of a record would not: it is sent as soon as it is chosen. */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/**
 * The part of a draft that another form can take over: a privacy only together with a password, a team never. `usual`: the
 * privacy of the draft's own form.
 */
export function givenBy(
  { fields: { privacy, password, team: _, ...more } }: Draft,
  usual: Privacy | undefined,
): Fields {
  return password && (privacy ?? usual) === 2 ? { ...more, privacy: 2, password } : more;
}

/**
 * The draft of a form other than the one that is shown, once the service has reported the record of the shown one; and the
 * fields that the draft would change there.
 */
export function offeredTo({ drafts, record, isRead }: Site, base: WebsiteFields, usual: Privacy) {
  const shown = record?.id ?? newSite;
  if (!isRead || record?.locked) return undefined;
  return drafts
    .filter(({ of }) => of !== shown)
    .map((draft) => ({ ...draft, gives: typedIn(base, {}, givenBy(draft, draft.of === newSite ? usual : 2)) }))
    .findLast(({ gives }) => Object.keys(gives).length);
}

/** The fields of a draft that another draft has, or lacks. */
export const pickFields = (fields: Fields, others: Fields, isIn: boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in others === isIn));
