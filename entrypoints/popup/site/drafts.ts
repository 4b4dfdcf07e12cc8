import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];

/** Returns the draft of one of the site's forms. `of`: the id of the form's record, or `newSite`. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/** Returns the draft after the edit `after`: the typed fields whose values differ from `base`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/**
 * Whether the draft would be lost if its form disappeared. The privacy of a record would not be lost, because it is
 * sent as soon as it is chosen.
 */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/**
 * Returns the part of a draft that another form can take over: a privacy only together with a password, a team never.
 * `usual`: the privacy that the draft's own form shows unless another one is chosen.
 */
export function givenBy(
  { fields: { privacy, password, team: _, ...more } }: Draft,
  usual: Privacy | undefined,
): Fields {
  return password && (privacy ?? usual) === 2 ? { ...more, privacy: 2, password } : more;
}

/**
 * Returns the latest draft of another form of the site that can be offered in the shown form, with the fields that it
 * would change there (`gives`). Undefined until the service has reported whether the site has a record.
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
