import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];

/** Returns the draft of one form of the site. `of`: the id of the form's record, or `newSite`. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/** Returns the draft `typed` after an edit (`after`), with only those fields whose values differ from `base`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/**
 * Whether a draft has values that would be lost with its form. A record's privacy would not be lost, because it is sent
 * at once.
 */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/**
 * Returns the fields of a draft that another form can take over. Leaves out the team. Also leaves out privacy and
 * password, unless the privacy is Password and a password was typed. `usual`: the privacy of a draft that has none.
 */
export function givenBy(
  { fields: { privacy, password, team: _, ...more } }: Draft,
  usual: Privacy | undefined,
): Fields {
  return password && (privacy ?? usual) === 2 ? { ...more, privacy: 2, password } : more;
}

/**
 * Returns the latest draft of this site's other forms that has values for the form on the screen (`gives`). Undefined
 * if there is none, if the record is locked, or until the service has reported whether the site has a record. `usual`:
 * the default privacy of a new site.
 */
export function offeredTo({ drafts, record, isRead }: Site, base: WebsiteFields, usual: Privacy) {
  const shown = record?.id ?? newSite;
  if (!isRead || record?.locked) return undefined;
  return drafts
    .filter(({ of }) => of !== shown)
    .map((draft) => ({ ...draft, gives: typedIn(base, {}, givenBy(draft, draft.of === newSite ? usual : 2)) }))
    .findLast(({ gives }) => Object.keys(gives).length);
}

/** Picks the fields whose names are in `others`. If `isIn` is false, picks all others instead. */
export const pickFields = (fields: Fields, others: Fields, isIn: boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in others === isIn));
