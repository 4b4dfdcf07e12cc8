import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];

/** What was typed or chosen in a form of the site. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/** What was typed, once a form shows `after` in the place of `before`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/** Whether something was typed that would be lost with its form. A record's privacy is sent as it is chosen. */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/** What a draft gives to another form: a privacy goes along with a password only, a team never. `usual`: the privacy of its own form. */
export function givenBy(
  { fields: { privacy, password, team: _, ...more } }: Draft,
  usual: Privacy | undefined,
): Fields {
  return password && (privacy ?? usual) === 2 ? { ...more, privacy: 2, password } : more;
}

/**
 * The draft for another form than the one that is shown, once the service has shown whose that is, and what it would change
 * there.
 */
export function offeredTo({ drafts, record, isRead }: Site, base: WebsiteFields, usual: Privacy) {
  const shown = record?.id ?? newSite;
  if (!isRead || record?.locked) return undefined;
  return drafts
    .filter(({ of }) => of !== shown)
    .map((draft) => ({ ...draft, gives: typedIn(base, {}, givenBy(draft, draft.of === newSite ? usual : 2)) }))
    .findLast(({ gives }) => Object.keys(gives).length);
}

/** The fields of a draft whose names another one has, or has not. */
export const pickFields = (fields: Fields, others: Fields, isIn: boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in others === isIn));
