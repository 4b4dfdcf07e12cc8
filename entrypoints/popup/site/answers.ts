import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { Output } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { afterUpdate } from '@/lib/websites/record.ts';
import { dropKnown, forgetOver, setDraft, typedSince, withoutSent } from './change.ts';
import { draftOf, isTyped } from './drafts.ts';
import { recordAt, recordsIn } from './found.ts';
import { createOutcome, isByHand, isPrivacyOf, wayBack } from './outcome.ts';
import { showMore, update } from './presses.ts';
import {
  type Check,
  type Create,
  type Delete,
  newSite,
  type Place,
  type Site,
  type State,
  type Told,
  type Update,
  type Write,
} from './state.ts';
import { check, lostChange, patch, placeOf, siteAt, type Turn } from './turn.ts';
import { formName } from './view.ts';
import { askOnce, awaitVisit } from './visits.ts';

type Answer<Question extends Check | Write> = Output<Question['ask']>;

/** Sets a site's record after a write. `at`: when the service answered (milliseconds since 1970). */
function keep(turn: Turn, place: Place, record: Website | undefined, at: number) {
  const { check: now } = siteAt(turn.state, place);
  patch(turn, place, {
    record,
    isRead: true,
    readAt: at,
    lastBeforeWrite: turn.state.number,
    check: now.state === 'unsure' ? now : { state: 'done' },
  });
}

function created(turn: Turn, write: Create, { website: answer, outcome }: Answer<Create>, at: number) {
  const { password, ...sent } = write.fields;
  const isCreated = outcome === 'created';
  const record = answer && (isCreated ? { ...sent, has_password: sent.privacy === 2, ...answer } : answer);
  if (record) keep(turn, write, record, at);
  patch(turn, write, {
    outcome: createOutcome(outcome, sent, record),
    // Undo deletes only a record that this create certainly made. A record found by a look-up may be somebody else's.
    ...(isCreated && record && !record.locked ? { made: { record, still: answer, sent: record } } : {}),
    ...(outcome === 'already' ? {} : { password }),
  });
  // A record that existed before does not have the fields that were sent. They stay in the draft of the new site.
  if (outcome !== 'already') passOn(turn, write, record?.locked ? undefined : record, isCreated);
  if (isCreated) awaitVisit(turn, write, at);
  else askOnce(turn, write);
}

/**
 * After a create, moves fields that were typed meanwhile into the draft of the new record. If `record` is undefined,
 * they stay in the draft of the new site. A privacy is moved only if this create certainly made the record (`isOurs`).
 */
function passOn(turn: Turn, write: Create, record: Website | undefined, isOurs: boolean) {
  const since = typedSince(write.base, write.typed, draftOf(siteAt(turn.state, write), newSite));
  setDraft(turn, write, newSite, record ? {} : since);
  if (!record) return;
  const { privacy: chosen, team: _, ...typed } = since;
  const usual = typed.password && write.fields.privacy === 2 ? 2 : undefined;
  const privacy = isOurs ? (chosen ?? usual) : undefined;
  const before = draftOf(siteAt(turn.state, write), record.id);
  const given = { ...before, ...typed, ...(privacy === undefined ? {} : { privacy }) };
  setDraft(turn, write, record.id, given, toFields(record));
  showMore(turn, formName(write.account, record.id), typed);
  if (privacy === 0 || privacy === 1) update(turn, { fields: { privacy }, typed: { privacy } }, write);
}

/**
 * Removes the sent fields from a record's draft. Fields that were edited again meanwhile stay, and Save compares them
 * with the record as it is after the update (`after`; see `Draft.over`).
 */
function removeSent(turn: Turn, write: Update, sent: Update['typed'], after = write.before) {
  const { id } = write.before;
  forgetOver(turn, write, id, sent);
  setDraft(turn, write, id, withoutSent(draftOf(siteAt(turn.state, write), id), sent), toFields(after));
}

function updated(turn: Turn, write: Update, answer: Answer<Update> | undefined, at: number) {
  const { before, fields, wasRead } = write;
  removeSent(turn, write, write.typed, afterUpdate(before, fields, answer));
  const { record, isRead, last } = siteAt(turn.state, write);
  // By now, the site has another record or none.
  if (record?.id !== before.id) return check(turn, write);
  const after = afterUpdate(record, fields, answer);
  keep(turn, write, after, at);
  patch(turn, write, { made: undefined, isRead: isRead || !!answer });
  if (!isRead && !answer) check(turn, write);
  // Only the outcome of the last change is shown.
  if (last !== write.number) return;
  const { password, ...sent } = fields;
  const isSet = sent.privacy !== undefined && sent.privacy === after.privacy;
  patch(turn, write, {
    outcome: { is: 'saved', sent, before, after, isUndo: !isByHand(write) },
    undo: isSet && wasRead && !password ? wayBack(before, after) : undefined,
    problem: undefined,
    ...(password ? { isChanging: false } : {}),
    ...(isSet && password ? { password } : {}),
  });
}

function notUpdated(turn: Turn, write: Update, problem: Problem) {
  const { kind, code } = problem;
  const { record, last } = siteAt(turn.state, write);
  // Removes the refused privacy from the draft. If a password was sent, too, both stay, so that they can be sent again.
  if (!write.fields.password) removeSent(turn, write, { privacy: write.typed.privacy });
  if (last !== write.number) return;
  // A look-up has meanwhile found another record, or none.
  if (record?.id !== write.before.id) {
    const isOther = record && kind === 'missing';
    return patch(turn, write, { problem: isOther ? { kind: 'conflict', code: 'other-site' } : undefined });
  }
  // The first press of Save only warns that the record has changed. The second press sends the fields anyway.
  if (code === 'changed-since' && isByHand(write)) {
    forgetOver(turn, write, write.before.id, write.typed);
    patch(turn, write, { problem: { kind, code: 'changed-elsewhere' } });
  }
  if (kind === 'conflict') patch(turn, write, { password: undefined });
  if (code === 'unseen') patch(turn, write, { problem: { kind: 'missing' } });
  if (lostChange(problem) || kind === 'conflict' || kind === 'missing') check(turn, write, write);
}

function deleted(turn: Turn, write: Delete, { outcome }: Answer<Delete>, at: number) {
  const { id, domain, still } = write.input;
  const { record, several } = siteAt(turn.state, write);
  // The popup may have shown the record under several of its hosts.
  for (const host of record?.id === id ? [write.host, ...hostsOf(record)] : []) {
    const place = { account: write.account, host };
    if (siteAt(turn.state, place).record?.id === id) keep(turn, place, undefined, at);
  }
  if (placeOf(turn.state).account === write.account)
    turn.state = { ...turn.state, related: turn.state.related.filter((one) => one.id !== id) };
  const is = outcome === 'gone' ? 'already_deleted' : still ? 'unregistered' : 'deleted';
  patch(turn, write, {
    made: undefined,
    password: undefined,
    outcome: { is, domain },
    undo: undefined,
    problem: undefined,
  });
  // If the site had several records, or this one was gone already, the site may have another record.
  if (several || outcome === 'gone') check(turn, write);
}

function notDeleted(turn: Turn, write: Delete, { kind }: Problem) {
  if (siteAt(turn.state, write).last !== write.number || kind !== 'conflict') return;
  // The conflict shows that the service's record differs from the one on the screen, so Undo must not delete it.
  patch(turn, write, { made: undefined });
  check(turn, write);
}

/** Returns how a look-up changes a site's problem, outcome and Undo. `current`: the record that was found. */
function afterCheck(
  site: Site,
  current: Website | undefined,
  { complete, isUnconfirmed }: Answer<Check>,
): Partial<Site> {
  const { record, problem, again } = site;
  // The site had a record, but the look-up found none. If the look-up was not `complete`, there may still be one.
  if (record && !current)
    return {
      problem: undefined,
      undo: undefined,
      outcome: complete ? { is: 'unregistered', domain: record.domain } : undefined,
    };
  // A change did not find its record, and the site now has a record with another id.
  if (record && record.id !== current?.id && problem?.kind === 'missing')
    return { problem: { kind: 'conflict', code: 'other-site' } };
  // The site that could not be registered is registered now.
  if (current && typeof again === 'object' && again.ask === 'websites.create')
    return { problem: undefined, again: undefined };
  // `isUnconfirmed`: a create was sent before this popup opened, and its outcome is unknown.
  return isUnconfirmed ? { problem: { kind: 'timeout', code: 'still-unconfirmed' }, again: 'site.check' } : {};
}

/** Returns the changes that clear the password, the outcome and Undo if the site no longer has its record. */
const clearedForOther = ({ record }: Site, now: Website | undefined): Partial<Site> =>
  record && record.id !== now?.id
    ? {
        password: undefined,
        isChanging: false,
        outcome: undefined,
        undo: undefined,
        made: undefined,
      }
    : {};

function checked(turn: Turn, asked: Check, value: Answer<Check>, at: number) {
  const site = siteAt(turn.state, asked);
  const read = recordsIn(value);
  const record = recordAt(site, asked, asked.host, read);
  patch(turn, asked, {
    ...clearedForOther(site, record),
    check: { state: value.complete ? 'done' : 'unsure' },
    several: value.matches.length > 1,
    readAt: at,
    ...afterCheck(site, record, value),
  });
  for (const host of new Set([asked.host, ...read.keys()])) {
    const place = { account: asked.account, host };
    const before = siteAt(turn.state, place);
    const now = recordAt(before, asked, host, read);
    patch(turn, place, { ...(host === asked.host ? {} : clearedForOther(before, now)), record: now, isRead: true });
  }
  dropKnown(turn, asked);
  if (placeOf(turn.state).account === asked.account) turn.state = { ...turn.state, related: value.related };
  askOnce(turn, asked);
  const { problem, last } = siteAt(turn.state, asked);
  const { about } = asked;
  if (about?.number === last && lostChange(problem) && isPrivacyOf(record, about)) updated(turn, about, record, at);
}

/** Whether an answer (`value`) would remove the form on the screen while the person may be typing into it. */
function takesForm(state: State, question: Check | Write, value: unknown): boolean {
  const shown = placeOf(state);
  const site = siteAt(state, shown);
  if (question.account !== shown.account) return false;
  if (question.ask === 'websites.delete')
    return question.host === shown.host && isTyped(draftOf(site, question.input.id), question.input.id);
  if (question.ask !== 'site.check') return false;
  return recordAt(site, question, shown.host, recordsIn(value as Answer<Check>))?.id !== site.record?.id;
}

/**
 * Returns whether an answer must wait. If so, adds it to `State.held`. A look-up's answer waits for the scan of the
 * page. An answer that would remove the form waits until the person stops typing (`isRested`).
 */
function waits(turn: Turn, question: Check | Write, event: Told, isRested: boolean): boolean {
  const isEarly = question.ask === 'site.check' && !turn.state.isScanOver;
  const isInTheWay = event.type === 'answered' && !isRested && takesForm(turn.state, question, event.value);
  if (!isEarly && !isInTheWay) return false;
  turn.state = { ...turn.state, held: [...turn.state.held, event] };
  if (isEarly) return true;
  // After a deletion or a sent password, the typed text is useless, so the answer waits only for a pause in typing.
  const soon =
    question.ask === 'websites.delete' || (question.ask === 'site.check' && !!question.about?.fields.password);
  turn.commands.push({ ask: 'rest', number: event.number, soon });
  return true;
}

function answered(turn: Turn, question: Check | Write, value: unknown, at: number) {
  switch (question.ask) {
    case 'site.check':
      return checked(turn, question, value as Answer<Check>, at);
    case 'websites.create':
      return created(turn, question, value as Answer<Create>, at);
    case 'websites.update':
      return updated(turn, question, (value as Answer<Update> | null) ?? undefined, at);
    case 'websites.delete':
      return deleted(turn, question, value as Answer<Delete>, at);
  }
}

function refused(turn: Turn, question: Check | Write, problem: Problem) {
  if (question.ask === 'site.check') return patch(turn, question, { check: { state: 'failed', problem } });
  const { last, isSuperseded } = siteAt(turn.state, question);
  // If another change has followed, the problem of this one is not reported.
  if (last === question.number) patch(turn, question, { problem, again: isSuperseded ? undefined : question });
  // Opens More, where the person can choose another team.
  if (problem.code === 'no-team') showMore(turn, formName(question.account, newSite), { team: '' });
  if (question.ask === 'websites.create' && siteAt(turn.state, question).record)
    patch(turn, question, { problem: undefined, again: undefined });
  if (question.ask === 'websites.update') notUpdated(turn, question, problem);
  if (question.ask === 'websites.delete') notDeleted(turn, question, problem);
}

/**
 * Applies an answer to the site that its question was about, which may not be the shown site any more. Ignores repeated
 * answers.
 */
export function told(turn: Turn, event: Told, isRested = false) {
  const { asked, writes } = siteAt(turn.state, event);
  const question = [...writes, asked].find((one) => one?.number === event.number);
  if (!question || waits(turn, question, event, isRested)) return;
  patch(turn, event, {
    writes: writes.filter((one) => one !== question),
    ...(question === asked ? { asked: undefined } : {}),
  });
  if (event.type === 'answered') answered(turn, question, event.value, event.at);
  else refused(turn, question, event.problem);
}
