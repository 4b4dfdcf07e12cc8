import type { Privacy } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Draft, newSite, type Site } from './state.ts';

type Fields = Draft['fields'];
type Given = Pick<Draft, 'of' | 'fields'> & { over?: Draft['over'] | undefined };

/** What was typed or chosen in a form of the site. */
export const draftOf = ({ drafts }: Pick<Site, 'drafts'>, of: string): Fields =>
  drafts.find((one) => one.of === of)?.fields ?? {};

/**
 * The drafts with another one for this form; one without fields goes. What the record held where a field was first typed stays;
 * `over`: what it holds for the others.
 */
export function withDraft(drafts: Site['drafts'], { of, fields, over = {} }: Given): Site['drafts'] {
  const others = drafts.filter((one) => one.of !== of);
  if (!Object.keys(fields).length) return others.length < drafts.length ? others : drafts;
  const before = drafts.find((one) => one.of === of)?.over;
  const was = Object.entries(pickFields({ ...over, ...before }, fields, true)).filter(
    ([, value]) => value !== undefined,
  );
  return [...others, { of, fields, ...(was.length ? { over: Object.fromEntries(was) } : {}) }];
}

/** Whether a record holds something else by now than where this was typed. */
export const isOverwriting = ({ over = {} }: Pick<Draft, 'over'>, typed: Fields, now: WebsiteFields): boolean =>
  Object.keys(edits(now, pickFields(over, typed, true))).length > 0;

/** What was typed, once a form shows `after` in the place of `before`. */
export const typedIn = (base: WebsiteFields, typed: Fields, after: Fields): Fields =>
  edits(base, { ...base, ...typed, ...after });

/** What is typed while a change is under way: also what is taken back that is being sent. */
export const typedOver = (base: WebsiteFields, typed: Fields, after: Fields, sent: Fields): Fields => ({
  ...edits(sent, pickFields({ ...base, ...typed, ...after }, sent, true)),
  ...typedIn(base, typed, after),
});

/** Without what was sent and not typed anew since. */
export const withoutSent = (typed: Fields, sent: Fields): Fields => edits(sent, typed);

/** What was typed into the form of a new site since `before` was. */
export const typedSince = (base: WebsiteFields, before: Fields, now: Fields): Fields =>
  edits({ ...base, ...before }, { ...base, ...now });

/** Whether something was typed that would be lost with its form. A record's privacy is sent as it is chosen. */
export function isTyped({ privacy, password, ...more }: Fields, of: string): boolean {
  return !!password || Object.keys(more).length > 0 || (of === newSite && privacy !== undefined);
}

/** What a draft gives to another form: a privacy goes along with a password only. `usual`: the privacy of its own form. */
export function givenBy({ fields: { privacy, password, ...more } }: Draft, usual: Privacy | undefined): Fields {
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

/** What may be remembered of the drafts: never a password, and no privacy of a record, which is sent as it is chosen. */
export const toRemember = (drafts: Site['drafts']): Site['drafts'] =>
  drafts
    .map(({ of, over, fields: { password: _, privacy, ...more } }) => ({
      of,
      ...(over ? { over: pickFields(over, more, true) } : {}),
      fields: of === newSite && privacy !== undefined ? { ...more, privacy } : more,
    }))
    .filter(({ fields }) => Object.keys(fields).length);
