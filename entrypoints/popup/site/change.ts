import { edits, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf, pickFields, typedIn } from './drafts.ts';
import { type Draft, newSite, type Place, type Site, type State, type Write } from './state.ts';
import { patch, placeOf, siteAt, type Turn } from './turn.ts';

type Fields = Draft['fields'];
type Given = Pick<Draft, 'of' | 'fields'> & { over?: Draft['over'] | undefined };

/**
 * Returns the drafts with the draft of one form (`of`) replaced, or removed if `fields` is empty. The values in the
 * earlier draft's `over` (see `Draft`) stay; the given `over` adds those of newly typed fields.
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
 * Returns the draft `typed` after the edit `after`: the fields that differ from the record's values (`base`), and those
 * that differ from values that are being sent (`sent`), because the record may soon have these.
 */
export const typedOver = (base: WebsiteFields, typed: Fields, after: Fields, sent: Fields): Fields => ({
  ...edits(sent, pickFields({ ...typed, ...after }, sent, true)),
  ...typedIn(base, typed, after),
});

/** Returns the draft `typed` without the fields that were sent. A field that has another value by now stays. */
export const withoutSent = (typed: Fields, sent: Fields): Fields => edits(sent, typed);

/**
 * Returns the fields of a new site's draft that have changed, from the draft `before` to the draft `now`. `base`: the
 * values of fields without a draft.
 */
export const typedSince = (base: WebsiteFields, before: Fields, now: Fields): Fields =>
  edits({ ...base, ...before }, { ...base, ...now });

/**
 * Returns the drafts without the fields that may not be stored: passwords, and the privacy of a record, which is sent
 * as soon as it is chosen.
 */
export const toRemember = (drafts: Site['drafts']): Site['drafts'] =>
  drafts
    .map(({ of, over, fields: { password: _, privacy, ...more } }) => ({
      of,
      ...(over ? { over: pickFields(over, more, true) } : {}),
      fields: of === newSite && privacy !== undefined ? { ...more, privacy } : more,
    }))
    .filter(({ fields }) => Object.keys(fields).length);

/** Replaces the draft of one of a site's forms (`of`), or removes it if `fields` is empty. `over`: see `withDraft`. */
export function setDraft(turn: Turn, place: Place, of: string, fields: Draft['fields'], over?: Draft['over']) {
  patch(turn, place, { drafts: withDraft(siteAt(turn.state, place).drafts, { of, fields, over }) });
}

/**
 * Removes the `fields` from a draft's `over`. Saving them then overwrites their values at the service without a
 * warning.
 */
export function forgetOver(turn: Turn, place: Place, of: string, fields: Fields): void {
  const drafts = siteAt(turn.state, place).drafts.map((one) =>
    one.of === of ? { ...one, over: pickFields(one.over ?? {}, fields, false) } : one,
  );
  patch(turn, place, { drafts });
}

/** Removes the fields of a site's draft that equal its record, unless the record is unread or being written. */
export function dropKnown(turn: Turn, place: Place): void {
  const site = siteAt(turn.state, place);
  const { record, isRead, writes } = site;
  if (record && isRead && !writes.length)
    setDraft(turn, place, record.id, typedIn(toFields(record), {}, draftOf(site, record.id)));
}

/** Whether a site is being registered right now. */
export const isCreating = (state: State, place: Place): boolean =>
  siteAt(state, place).writes.some(({ ask }) => ask === 'websites.create');

/**
 * Clears the outcome of the last action, because another action begins. `all`: also clears its failure and "Try again".
 */
export const clearMessages = (turn: Turn, place: Place, all?: boolean): void =>
  patch(turn, place, {
    outcome: undefined,
    undo: undefined,
    ...(all && { problem: undefined, isSuperseded: true }),
  });

/** Requests the drafts that an earlier popup has stored. Private windows store no drafts. */
export function recall(turn: Turn): void {
  const place = placeOf(turn.state);
  if (!turn.state.start.private && place.account && place.host) turn.commands.push({ ask: 'recall', ...place });
}

/** Sends a change, and clears the messages about the previous change. */
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
