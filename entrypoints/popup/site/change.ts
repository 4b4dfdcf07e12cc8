import { edits, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf, pickFields, typedIn } from './drafts.ts';
import { type Draft, newSite, type Place, type Site, type State, type Write } from './state.ts';
import { patch, placeOf, siteAt, type Turn } from './turn.ts';

type Fields = Draft['fields'];
type Given = Pick<Draft, 'of' | 'fields'> & { over?: Draft['over'] | undefined };

/**
 * Replaces the draft of one form (`of`) among the drafts, or removes it if `fields` is empty. Each value in the new
 * draft's `over` (see `Draft`) comes from the earlier draft's `over` or, if it is missing there, from the given `over`.
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

/**
 * Returns the draft `typed` after an edit (`after`). Keeps each field that differs from the record (`base`). Also keeps
 * each field that differs from an update under way (`sent`), because the record may soon have that value.
 */
export const typedOver = (base: WebsiteFields, typed: Fields, after: Fields, sent: Fields): Fields => ({
  ...edits(sent, pickFields({ ...typed, ...after }, sent, true)),
  ...typedIn(base, typed, after),
});

/** Removes the fields that were sent from the draft `typed`. A field whose value has changed meanwhile stays. */
export const withoutSent = (typed: Fields, sent: Fields): Fields => edits(sent, typed);

/** Returns the fields that differ between two drafts of a new site. `base`: the values of fields that a draft lacks. */
export const typedSince = (base: WebsiteFields, before: Fields, now: Fields): Fields =>
  edits({ ...base, ...before }, { ...base, ...now });

/**
 * Removes the fields that are not stored from the drafts: passwords, and the privacy of a record, which is sent as soon
 * as it is chosen.
 */
export const toRemember = (drafts: Site['drafts']): Site['drafts'] =>
  drafts
    .map(({ of, over, fields: { password: _, privacy, ...more } }) => ({
      of,
      ...(over ? { over: pickFields(over, more, true) } : {}),
      fields: of === newSite && privacy !== undefined ? { ...more, privacy } : more,
    }))
    .filter(({ fields }) => Object.keys(fields).length);

/** Replaces the draft of one form of a site. Removes the draft if `fields` is empty. For `over`, see `withDraft`. */
export function setDraft(turn: Turn, place: Place, of: string, fields: Draft['fields'], over?: Draft['over']) {
  patch(turn, place, { drafts: withDraft(siteAt(turn.state, place).drafts, { of, fields, over }) });
}

/** Forgets what the record contained when these fields were typed (`Draft.over`), so that Save no longer warns. */
export function forgetOver(turn: Turn, place: Place, of: string, fields: Fields): void {
  const drafts = siteAt(turn.state, place).drafts.map((one) =>
    one.of === of ? { ...one, over: pickFields(one.over ?? {}, fields, false) } : one,
  );
  patch(turn, place, { drafts });
}

/**
 * Removes a draft's fields that equal those in the record. Does nothing until the record has been read, or during a
 * write.
 */
export function dropKnown(turn: Turn, place: Place): void {
  const site = siteAt(turn.state, place);
  const { record, isRead, writes } = site;
  if (record && isRead && !writes.length)
    setDraft(turn, place, record.id, typedIn(toFields(record), {}, draftOf(site, record.id)));
}

export const isCreating = (state: State, place: Place): boolean =>
  siteAt(state, place).writes.some(({ ask }) => ask === 'websites.create');

/**
 * Clears the outcome of the last action, because another action begins. `all`: also clears the problem of a failed
 * action, so that it cannot be tried again.
 */
export const clearMessages = (turn: Turn, place: Place, all?: boolean): void =>
  patch(turn, place, {
    outcome: undefined,
    undo: undefined,
    ...(all && { problem: undefined, isSuperseded: true }),
  });

/** Requests the drafts that an earlier popup has stored. In a private window, there are none. */
export function recall(turn: Turn): void {
  const place = placeOf(turn.state);
  if (!turn.state.start.private && place.account && place.host) turn.commands.push({ ask: 'recall', ...place });
}

/** Sends a write, and clears the messages about the previous one. */
export function send(turn: Turn, write: Write) {
  const { writes } = siteAt(turn.state, write);
  clearMessages(turn, write);
  patch(turn, write, {
    writes: [...writes, write],
    last: write.number,
    isSuperseded: false,
    problem: undefined,
    again: undefined,
  });
  turn.commands.push(write);
}
