import { edits, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { draftOf, pickFields, typedIn } from './drafts.ts';
import { type Draft, newSite, type Place, type Site, type State, type Write } from './state.ts';
import { patch, placeOf, siteAt, type Turn } from './turn.ts';

type Fields = Draft['fields'];
type Given = Pick<Draft, 'of' | 'fields'> & { over?: Draft['over'] | undefined };

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
  Object.keys(edits<Fields>(now, pickFields(over, typed, true))).length > 0;

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

/** What may be remembered of the drafts: never a password, and no privacy of a record, which is sent as it is chosen. */
export const toRemember = (drafts: Site['drafts']): Site['drafts'] =>
  drafts
    .map(({ of, over, fields: { password: _, privacy, ...more } }) => ({
      of,
      ...(over ? { over: pickFields(over, more, true) } : {}),
      fields: of === newSite && privacy !== undefined ? { ...more, privacy } : more,
    }))
    .filter(({ fields }) => Object.keys(fields).length);

export function setDraft(turn: Turn, place: Place, of: string, fields: Draft['fields'], over?: Draft['over']) {
  patch(turn, place, { drafts: withDraft(siteAt(turn.state, place).drafts, { of, fields, over }) });
}

/** What a record has by now is no draft of it any more. */
export function dropKnown(turn: Turn, place: Place): void {
  const site = siteAt(turn.state, place);
  const { record, isRead, writes } = site;
  if (record && isRead && !writes.length)
    setDraft(turn, place, record.id, typedIn(toFields(record), {}, draftOf(site, record.id)));
}

/** Whether a site is just being registered. */
export const isCreating = (state: State, place: Place): boolean =>
  siteAt(state, place).writes.some(({ ask }) => ask === 'websites.create');

/** Clears the outcome of the last action, because another one begins; `all`: also why it failed, and would be tried again. */
export const hush = (turn: Turn, place: Place, all?: boolean): void =>
  patch(turn, place, {
    outcome: undefined,
    undo: undefined,
    ...(all && { problem: undefined, isLeft: true }),
  });

/** Asks for what was typed in an earlier popup; of a private window nothing is kept. */
export function recall(turn: Turn): void {
  const place = placeOf(turn.state);
  if (!turn.state.start.private && place.account && place.host) turn.commands.push({ ask: 'recall', ...place });
}

/** Sends a change, which ends what was said of the one before. */
export function send(turn: Turn, write: Write) {
  const { writes } = siteAt(turn.state, write);
  hush(turn, write);
  patch(turn, write, {
    writes: [...writes, write],
    last: write.number,
    isLeft: false,
    problem: undefined,
    again: undefined,
  });
  turn.commands.push(write);
}
