import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftOf } from '@/entrypoints/popup/site/drafts.ts';
import { opening } from '@/entrypoints/popup/site/opening.ts';
import { reduce } from '@/entrypoints/popup/site/reduce.ts';
import {
  type Button,
  type Check,
  type Command,
  type Create,
  type Draft,
  type Event,
  newSite,
  type State,
  type Update,
  type Write,
} from '@/entrypoints/popup/site/state.ts';
import { placeOf, siteAt } from '@/entrypoints/popup/site/turn.ts';
import { siteOf } from '@/entrypoints/popup/site/view.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { complete } from '@/lib/websites/written.ts';
import { runs } from '../../tier.ts';
import { host, other, startAt } from './popupStart.ts';

const accounts = ['stats', 'another'];
const hosts = [host, other];
const buttons: Button[] = [
  'track',
  'anyway',
  'separately',
  'save',
  'set-password',
  'change-password',
  'keep-privacy',
  'ask-delete',
  'keep',
  'delete',
  'undo',
  'again',
  'check',
  'more',
  'use-draft',
  'drop-draft',
  'discard',
];
const problems: Problem[] = [
  { kind: 'network' },
  { kind: 'missing' },
  { kind: 'rejected' },
  { kind: 'network', code: 'maybe-changed' },
  { kind: 'conflict', code: 'changed-since' },
  { kind: 'timeout', code: 'still-unconfirmed' },
];

type Question = Check | Write;
const isQuestion = (one: Command): one is Question => 'input' in one;
const isWrite = (one: Command): one is Write => isQuestion(one) && one.ask !== 'site.check';

const recordOf = (at: string, seed: number): Website => ({
  id: String(seed % 3),
  domain: at,
  privacy: (seed % 3) as 0 | 1 | 2,
  ...(seed % 2 ? { has_password: true } : {}),
  ...(seed % 11 ? {} : { locked: 'not-allowed' as const }),
});

/** What a service may answer, true or not. */
function answerTo(question: Question, seed: number): unknown {
  const record = recordOf(question.host, seed);
  switch (question.ask) {
    case 'site.check': {
      const matches = seed % 3 ? [record] : [];
      const related = seed % 5 ? [] : [{ ...record, id: '9', domain: other }];
      return { matches, related, complete: seed % 4 > 0, ...(seed % 7 ? {} : { isUnconfirmed: true }) };
    }
    case 'websites.create':
      return {
        outcome: (['created', 'already', 'confirmed'] as const)[seed % 3],
        ...(seed % 4 ? { website: { ...record, id: String(3 + (seed % 3)) } } : {}),
      };
    case 'websites.update':
      return seed % 2 ? { ...record, id: question.input.id } : null;
    case 'websites.delete':
      return { outcome: seed % 2 ? 'deleted' : 'gone' };
  }
}

interface Now {
  state: State;
  /** A question to be answered: most often an open one, at times one that was answered before. */
  question: Question | undefined;
  /** A text that was never typed before. */
  text: string;
}

const left: Event = { type: 'left' };
const about = ({ account, host: at, number }: Question) => ({ account, host: at, number });

/** What may happen, by a random number. */
const happens: Record<string, (seed: number, now: Now) => Event> = {
  opened: (seed, { state }) => {
    const at = accounts[seed % 2] ?? '';
    const known = seed % 3 ? [] : [{ account: at, host, website: recordOf(host, seed) }];
    return { type: 'opened', start: startAt({ known, private: seed % 13 === 0 }, at), number: state.loading };
  },
  named: (seed) => ({ type: 'named', host: hosts[seed % 2] ?? '' }),
  edited: (seed, { text }) => ({ type: 'edited', fields: { [seed % 2 ? 'exclude_ips' : 'password']: text } }),
  chosen: (seed, { state }) => {
    const { website } = siteOf(state);
    const privacy = (seed % 3) as 0 | 1 | 2;
    return website ? { type: 'chosen', privacy } : { type: 'edited', fields: { privacy } };
  },
  pressed: (seed) => ({ type: 'pressed', button: buttons[seed % buttons.length] ?? 'track', at: seed }),
  looked: () => ({ type: 'looked' }),
  left: () => left,
  rested: (_, { state }) => ({ type: 'rested', number: state.held.at(-1)?.number ?? 0 }),
  answered: (seed, { question }) =>
    question ? { type: 'answered', ...about(question), value: answerTo(question, seed >> 3), at: seed } : left,
  refused: (seed, { question }) =>
    question ? { type: 'refused', ...about(question), problem: problems[seed % problems.length] as Problem } : left,
  navigated: (_, { question }) =>
    question?.ask === 'websites.create' ? { type: 'navigated', ...about(question) } : left,
};
/** The frequent more often. */
const kinds = Object.keys(happens).concat(
  ...['edited', 'chosen', 'chosen', 'pressed', 'pressed', 'pressed', 'looked', 'rested'],
  ...['answered', 'answered', 'answered', 'answered'],
);

function eventOf(kind: number, seed: number, state: State, asked: readonly Command[], text: string): Event {
  const open = Object.values(state.sites).flatMap((site) => [...site.writes, ...(site.asked ? [site.asked] : [])]);
  const all = seed % 5 ? open : asked.filter(isQuestion);
  const question = all[all.length - 1 - (seed % Math.min(4, all.length))];
  return happens[kinds[kind] ?? '']?.(seed, { state, question, text }) ?? left;
}

interface Typed {
  text: string;
  field: keyof Draft['fields'];
  /** The form that it was typed in, or that it was used or made for. */
  account: string;
  of: string;
}

/** The presses that give up what was typed: whether a text is what each is about. `of`: the form that is shown. */
const givesUp: Partial<Record<Button, (typed: Typed, of: string) => boolean>> = {
  'keep-privacy': ({ field, of }, shown) => field === 'password' && of === shown,
  discard: ({ field, of }, shown) => field === 'exclude_ips' && of === shown,
  'drop-draft': ({ of }, shown) => of !== shown,
};

const draftsIn = (state: State) =>
  Object.entries(state.sites).flatMap(([key, { drafts }]) =>
    drafts.map(({ of, fields }) => ({ account: key.split(' ')[0] ?? '', key, of, fields })),
  );

/** The write that a service accepts with this event. */
function acceptedBy(event: Event, before: State): Create | Update | undefined {
  if (event.type !== 'answered') return undefined;
  const write = siteAt(before, event).writes.find(({ number }) => number === event.number);
  if (!write || write.ask === 'websites.delete') return undefined;
  return (event.value as { outcome?: string } | null)?.outcome === 'already' ? undefined : write;
}

/** A step of the popup, with what was typed until then and is not sent. */
class Played {
  readonly asked: Command[];
  state: State;
  texts: Typed[] = [];

  constructor() {
    const { state, commands } = opening(startAt());
    this.state = state;
    this.asked = [...commands];
  }

  step(event: Event, typed: string) {
    const before = this.state;
    const { state, commands } = reduce(before, event);
    this.state = state;
    this.#typing(event, before, typed);
    this.#nothingLost(event, before);
    for (const command of commands.filter(isWrite)) this.#onScreen(command, before, event);
    this.#noOther(event, before);
    this.#confirmed(event, before);
    this.asked.push(...commands);
  }

  #typing(event: Event, before: State, text: string) {
    const { account } = placeOf(before);
    const of = siteOf(before).website?.id ?? newSite;
    if (event.type !== 'edited' || !Object.values(event.fields).includes(text)) return;
    const field = event.fields.password === text ? 'password' : 'exclude_ips';
    // Typed over.
    const old = draftOf(siteAt(before, placeOf(before)), of)[field];
    this.texts = this.texts.filter((one) => one.text !== old);
    this.texts.push({ text, field, account, of });
  }

  /** Nothing typed is lost, or is in the form of another record than it was typed for. */
  #nothingLost(event: Event, before: State) {
    const accepted = acceptedBy(event, before);
    const ofAccepted = accepted && 'before' in accepted ? accepted.before.id : newSite;
    const isOtherPrivacy = event.type === 'chosen' && event.privacy !== 2;
    const gives = givesUp[event.type === 'pressed' ? event.button : isOtherPrivacy ? 'keep-privacy' : 'keep'];
    const shown = siteOf(before).website?.id ?? newSite;
    const isUsed = event.type === 'pressed' && event.button === 'use-draft';
    const drafts = draftsIn(this.state);
    const records = Object.values(this.state.sites).map(({ record }) => record);
    /** Where a text is by now. */
    const placed = (one: Typed): Typed | undefined => {
      const found = drafts.find(({ fields }) => fields[one.field] === one.text);
      return found && { ...one, account: found.account, of: found.of };
    };
    /** Whether it may be there: what was typed for a new site belongs to the record that is made of it. */
    const mayMove = (one: Typed, now: Typed) => {
      if (isUsed || (one.of === newSite && now.of === newSite)) return true;
      return one.of === newSite && accepted?.ask === 'websites.create' && now.account === one.account;
    };
    this.texts = this.texts.flatMap((one) => {
      const now = placed(one);
      // A record that has it by now needs no draft of it.
      if (!now && records.some((record) => record?.exclude_ips?.includes(one.text))) return [];
      // What was sent leaves the draft once it is accepted, and nothing else does.
      const isSent = accepted?.typed[one.field] === one.text && one.of === ofAccepted;
      const isGivenUp = gives?.(one, shown) && one.account === placeOf(before).account;
      expect(!now, `${one.text} is lost or kept by ${JSON.stringify(event)}`).toBe(isSent || (!now && !!isGivenUp));
      if (!now) return [];
      if (!mayMove(one, now)) expect(now, `moved by ${JSON.stringify(event)}`).toEqual(one);
      return [now];
    });
  }

  /** What is sent is what the form shows. */
  #onScreen(command: Write, before: State, event: Event) {
    const isOwn = event.type === 'answered' || event.type === 'looked' || event.type === 'rested';
    const place = { account: command.account, host: command.host };
    if (!isOwn) expect(place).toEqual(placeOf(before));
    const site = siteAt(isOwn ? this.state : before, place);
    if (command.ask === 'websites.create') {
      expect(site.record).toBeUndefined();
      expect(command.input).toMatchObject({ domain: place.host, ...complete(siteOf(before).fields) });
      return;
    }
    expect(command.input.id).toBe(site.record?.id);
    const again = event.type === 'pressed' && event.button === 'again' ? site.again : undefined;
    if (typeof again === 'object' && 'id' in again.input) expect(command.input.id).toBe(again.input.id);
    if (command.ask === 'websites.delete') return;
    const typed = draftOf(siteAt(this.state, place), command.input.id);
    const { privacy, password, exclude_ips } = command.fields;
    expect(password).toBe(password && typed.password);
    expect(exclude_ips?.join()).toBe(exclude_ips && typed.exclude_ips);
    const isPress = event.type === 'pressed' && ['undo', 'again', 'set-password'].includes(event.button);
    if (privacy !== undefined && !isPress) expect(privacy).toBe(typed.privacy);
  }

  /** An answer about one site says nothing of another. */
  #noOther(event: Event, before: State) {
    if (event.type !== 'answered' && event.type !== 'refused') return;
    for (const [key, site] of Object.entries(before.sites)) {
      if (key === `${event.account} ${event.host}`) continue;
      const now = this.state.sites[key];
      const isOther = site.record && now?.record?.id !== site.record.id;
      const none = { outcome: undefined, undo: undefined, made: undefined, password: undefined };
      const nothing = { ...none, isChanging: false };
      const same = { ...now, record: site.record, isRead: site.isRead };
      expect(same).toEqual({ ...site, ...(isOther ? nothing : {}) });
    }
  }

  /** A record changes as the service or the store shows it, and a change is told of once it was answered. */
  #confirmed(event: Event, before: State) {
    const isTold = ['answered', 'looked', 'rested', 'opened'].includes(event.type);
    for (const [key, site] of Object.entries(this.state.sites)) {
      const was = before.sites[key];
      if (!isTold) expect(site.record).toEqual(was?.record);
      if (site.outcome?.is === 'saved' && site.outcome !== was?.outcome) {
        expect(isTold).toBe(true);
        expect([site.outcome.before.id, site.outcome.after.id]).toEqual([site.record?.id, site.record?.id]);
      }
    }
  }
}

const many = fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 60, size: 'max' });

test('whatever happens in whatever order: nothing typed is lost or moves, nothing is sent or said that is not so', () => {
  fc.assert(
    fc.property(many, (steps) => {
      const popup = new Played();
      steps.forEach(([kind, seed], at) => {
        const typed = `t${at}`;
        popup.step(eventOf(kind, seed, popup.state, popup.asked, `${typed}.`), `${typed}.`);
      });
    }),
    runs(1000),
  );
}, 120_000);
