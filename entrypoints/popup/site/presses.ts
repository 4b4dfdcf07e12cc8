import type { Website } from '@/lib/services/index.ts';
import { changed } from '@/lib/websites/changed.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { meantAnyway } from '@/lib/websites/meantAnyway.ts';
import { complete, lacksPassword } from '@/lib/websites/written.ts';
import { clearMessages, send, setDraft } from './change.ts';
import { draftOf, offeredTo, pickFields, typedIn } from './drafts.ts';
import type { Button, Create, Delete, Draft, Focus, Update } from './state.ts';
import { teamOf } from './team.ts';
import { check, formOf, nextNumber, nextQuestion, patch, placeOf, siteAt, type Turn } from './turn.ts';
import { againOf, createdAs, fieldsOf, formName, isDeleting } from './view.ts';
import { awaitVisit, lookAgain, readOwnVisits } from './visits.ts';

const shown = (turn: Turn) => siteAt(turn.state, placeOf(turn.state));

function create(turn: Turn, anyway: Pick<Create['input'], 'despiteUnknown' | 'again'> = {}) {
  const { state } = turn;
  const place = placeOf(state);
  const site = shown(turn);
  const { base, typed } = formOf(state, site);
  const fields = fieldsOf(state, site);
  const { defaults, tabId, site: tab } = state.start;
  const team = teamOf(state.start, typed);
  const isMissing = lacksPassword(fields, defaults.hasPassword);
  patch(turn, place, { lacksPassword: isMissing });
  if (isMissing || site.record || site.writes.length) return;
  send(turn, {
    ask: 'websites.create',
    ...nextQuestion(turn, place),
    input: { domain: place.host, ...complete(fields), ...(team ? { team } : {}), ...anyway },
    fields: complete(fields),
    base,
    typed,
    failed: { problem: site.problem, again: site.again },
    // If the tab shows another site by now, the first press only warns. A second press registers the site anyway.
    ...(site.isWarned ? {} : { still: { tabId, site: tab } }),
  });
}

/**
 * Sends a change of a site's record. If the service has not reported the record in this popup, also sends the domain,
 * so that the worker reads the record first. For `fields`, `typed` and `seen`, see `Update`.
 */
export function update(
  turn: Turn,
  { fields, typed, seen }: Pick<Update, 'fields' | 'typed' | 'seen'>,
  place = placeOf(turn.state),
): void {
  const { record, isRead } = siteAt(turn.state, place);
  if (!record || record.locked) return;
  const { id, domain } = record;
  // Forgets the previous password. Until the service answers, it is unknown which password the site has.
  if (fields.password) patch(turn, place, { password: undefined });
  send(turn, {
    ask: 'websites.update',
    ...nextQuestion(turn, place),
    input: { id, ...(seen ?? (isRead ? {} : { domain })), ...fields },
    fields,
    typed,
    before: record,
    wasRead: isRead,
    seen,
  });
}

/** Sends the deletion of a record. If `asCreated` is given, a record that differs from these values is not deleted. */
function remove(turn: Turn, record: Website | undefined, asCreated?: Pick<Delete['input'], 'still' | 'sent'>) {
  if (!record || shown(turn).writes.length) return;
  const { id, domain } = record;
  const input = { id, domain, ...asCreated };
  send(turn, { ask: 'websites.delete', ...nextQuestion(turn, placeOf(turn.state)), input });
}

function setPassword(turn: Turn, seen?: Update['seen']) {
  const { password } = formOf(turn.state, shown(turn)).typed;
  const isSent = shown(turn).writes.some(
    (write) => write.ask === 'websites.update' && write.fields.password === password,
  );
  if (password && isSent) return;
  patch(turn, placeOf(turn.state), { lacksPassword: !password });
  const sent = { privacy: 2 as const, password };
  if (password) update(turn, { fields: { ...sent, password }, typed: sent, seen });
}

/**
 * Returns the part of a draft that the button Save sends: all fields except privacy and password. `typed`: the fields
 * as they were typed. `fields`: the changes as they are sent.
 */
export function rareChanges(record: Website, { privacy: _, password: __, ...typed }: Draft['fields']) {
  const base = toFields(record);
  return { typed, fields: changed(base, { ...base, ...typed }) };
}

/** The fields of a record that the service has not reported at all. */
const unknown = toFields({});

/** Saves the fields under More. If the record has changed since the fields were typed, the first press only warns. */
function save(turn: Turn) {
  const { record, isRead, writes, drafts } = shown(turn);
  // The fields are hidden until the record has been read.
  if (!record || !isRead || writes.length) return;
  const draft = drafts.find(({ of }) => of === record.id);
  const change = rareChanges(record, draft?.fields ?? {});
  if (!Object.keys(change.fields).length) return;
  const sent = changed(unknown, { ...unknown, ...pickFields(draft?.over ?? {}, change.typed, true) });
  update(turn, { ...change, seen: { domain: record.domain, sent } });
}

/** Discards the unsaved values of the fields under More. */
function discard(turn: Turn) {
  const place = placeOf(turn.state);
  const { of, typed } = formOf(turn.state, shown(turn));
  setDraft(turn, place, of, pickFields(typed, { privacy: 1, password: '' }, true));
  clearMessages(turn, place, true);
}

/** Removes the unsaved privacy and password from the draft, so that the saved ones are shown again. */
export function keepPrivacy(turn: Turn) {
  const place = placeOf(turn.state);
  const { of, typed } = formOf(turn.state, shown(turn));
  setDraft(turn, place, of, pickFields(typed, { privacy: 1, password: '' }, false));
  clearMessages(turn, place, true);
  patch(turn, place, { isChanging: false, lacksPassword: false });
}

/** Shows or hides the confirmation of a deletion. `deleting`: the id of the record; undefined to hide it. */
function askDelete(turn: Turn, deleting?: string) {
  clearMessages(turn, placeOf(turn.state), true);
  patch(turn, placeOf(turn.state), { deleting });
}

/** Undoes the last change if that is possible. Otherwise deletes the record that was created in this popup. */
function undo(turn: Turn) {
  const site = shown(turn);
  const made = createdAs(site);
  if (site.undo) update(turn, { ...site.undo, typed: {} });
  else if (made) remove(turn, made.record, { still: made.still, sent: made.sent });
}

function askAgain(turn: Turn) {
  clearMessages(turn, placeOf(turn.state), true);
  check(turn, placeOf(turn.state));
}

/**
 * Repeats the failed write or look-up. A create, or an update with a password, sends what the form contains now. If the
 * site no longer has the record to update or delete, looks the site up instead.
 */
function again(turn: Turn) {
  const site = shown(turn);
  const failed = againOf(turn.state, site);
  if (!failed) return;
  if (failed === 'site.check') return askAgain(turn);
  if (failed.ask === 'websites.create') return create(turn);
  if (failed.input.id !== site.record?.id) return askAgain(turn);
  if (failed.ask === 'websites.delete') return send(turn, { ...failed, number: nextNumber(turn) });
  if (!failed.fields.password) return update(turn, failed);
  if (draftOf(site, failed.before.id).password) setPassword(turn, failed.seen);
  else clearMessages(turn, placeOf(turn.state), true);
}

function toggleMore(turn: Turn) {
  const { open } = turn.state;
  const name = formName(placeOf(turn.state).account, formOf(turn.state, shown(turn)).of);
  turn.state = { ...turn.state, open: open.includes(name) ? open.filter((one) => one !== name) : [...open, name] };
}

/** Opens "More" in a form (see `formName`) if the draft has a field that is shown there. */
export function showMore(turn: Turn, name: string, { privacy: _, password: __, ...more }: Draft['fields']) {
  const { open } = turn.state;
  if (Object.keys(more).length && !open.includes(name)) turn.state = { ...turn.state, open: [...open, name] };
}

/**
 * Moves the offered draft (see `offeredTo`) into the form on the screen. The values that it replaces become the offered
 * draft. If `isWanted` is false, discards the offered draft instead.
 */
function useDraft(turn: Turn, isWanted: boolean) {
  const place = placeOf(turn.state);
  const { of, base, typed } = formOf(turn.state, shown(turn));
  const offered = offeredTo(shown(turn), base, turn.state.start.defaults.privacy);
  if (!offered) return;
  if (!isWanted) return setDraft(turn, place, offered.of, {});
  const kept = { ...pickFields(offered.fields, offered.gives, false), ...pickFields(typed, offered.gives, true) };
  setDraft(turn, place, offered.of, kept);
  setDraft(turn, place, of, typedIn(base, typed, offered.gives), base);
  clearMessages(turn, place, true);
  showMore(turn, formName(place.account, of), offered.gives);
}

/** The action of each button. `at`: when the button was pressed (milliseconds since 1970). */
export const presses: Record<Button, (turn: Turn, at: number) => unknown> = {
  track: (turn) => create(turn),
  anyway: (turn, at) => create(turn, meantAnyway(shown(turn).problem, at)),
  separately: (turn) => patch(turn, placeOf(turn.state), { isSeparate: true }),
  save,
  'set-password': (turn) => setPassword(turn),
  'change-password': (turn) => patch(turn, placeOf(turn.state), { isChanging: true }),
  'keep-privacy': keepPrivacy,
  'ask-delete': (turn) => askDelete(turn, shown(turn).record?.id),
  keep: (turn) => askDelete(turn),
  delete: (turn) => isDeleting(shown(turn)) && remove(turn, shown(turn).record),
  undo,
  again,
  check: (turn) => check(turn, placeOf(turn.state)),
  more: (turn) => toggleMore(turn),
  'use-draft': (turn) => useDraft(turn, true),
  'drop-draft': (turn) => useDraft(turn, false),
  discard,
  copied: (turn, at) => awaitVisit(turn, placeOf(turn.state), at),
  'look-again': lookAgain,
  'own-visits': (turn) => readOwnVisits(turn, turn.state.own !== 'excluded'),
};

/**
 * Which control gets the focus after a press, because the pressed button disappears. `isNow`: it gets the focus at
 * once; otherwise, as soon as it appears.
 */
export const leads: Partial<Record<Button, { at: Focus['at']; isNow?: true }>> = {
  track: { at: 'main' },
  anyway: { at: 'main' },
  separately: { at: 'main' },
  'set-password': { at: 'main' },
  'keep-privacy': { at: 'main' },
  keep: { at: 'delete' },
  delete: { at: 'main' },
  undo: { at: 'main', isNow: true },
  again: { at: 'main', isNow: true },
  check: { at: 'main', isNow: true },
  'use-draft': { at: 'main', isNow: true },
  'drop-draft': { at: 'main', isNow: true },
  'look-again': { at: 'main', isNow: true },
};
