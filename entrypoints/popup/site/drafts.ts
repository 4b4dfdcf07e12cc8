import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];

/** Returns the draft of one form of the site. `of`: the id of the form's record, or `newSite`. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/** Returns the draft `typed` after an edit (`after`). It has only fields whose values differ from `base`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/**
 * Whether a draft would be lost if its form disappeared. The privacy of a record would not, because it is sent at once.
 */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/**
 * Returns the fields of a draft that another form can take over: never the team, and privacy and password only if a
 * password was typed for the privacy Password. `usual`: the privacy if the draft has none.
 */
export function givenBy(
  { fields: { privacy, password, team: _, ...more } }: Draft,
  usual: Privacy | undefined,
): Fields {
  return password && (privacy ?? usual) === 2 ? { ...more, privacy: 2, password } : more;
}

/**
 * Returns the latest draft of the site's other forms that would change the form on the screen, with the fields that it
 * would change (`gives`). Undefined until the service has reported whether the site has a record.
 */
export function offeredTo({ drafts, record, isRead }: Site, base: WebsiteFields, usual: Privacy) {
  const shown = record?.id ?? newSite;
  if (!isRead || record?.locked) return undefined;
  return drafts
    .filter(({ of }) => of !== shown)
    .map((draft) => ({ ...draft, gives: typedIn(base, {}, givenBy(draft, draft.of === newSite ? usual : 2)) }))
    .findLast(({ gives }) => Object.keys(gives).length);
}

/** Returns the fields that are also in `others` or, if `isIn` is false, the fields that are not in `others`. */
export const pickFields = (fields: Fields, others: Fields, isIn: boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in others === isIn));
