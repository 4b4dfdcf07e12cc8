import { describe, expect, test, vi } from 'vitest';
import type { Finding } from '@/lib/tracking/finding.ts';
import { ownVisitsInPage } from '@/lib/tracking/ownVisits.ts';
import type { TrackingState } from '@/lib/tracking/status.ts';
import { isVisited, type OwnVisits, statusWithVisit, type VisitReport, visitsSaid } from '@/lib/tracking/visits.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Not at the begin of an hour. */
const at = 1_800_000_000_007;
const ago = (age: number): VisitReport => ({ last: at - age, at });
const age = 59 * minute + 7;
const inHour: VisitReport = { last: at - 7, at: at + 59 * minute };
const never: VisitReport = { last: null, at };
const unknown: VisitReport = { at };

interface Seen {
  state: TrackingState;
  finding?: Finding['kind'];
  own?: OwnVisits;
}
const there: Seen = { state: 'tracking' };
const unseen: Seen = { state: 'unseen' };
const leftOut: Seen = { ...there, own: 'excluded' };
const blockedHere: Seen = { state: 'unsure', finding: 'missing' };
const said = ({ state, finding, own }: Seen, visit: VisitReport) =>
  visitsSaid(statusWithVisit({ state, findings: finding ? [{ kind: finding }] : [] }, visit), { visit, own });

describe('what is said of visits beside what the page shows', () => {
  test.each<[string, Seen, VisitReport, state: string, fact: string | object, tone: string]>([
    ['code, a visit', there, ago(2 * minute), 'tracking', { is: 'last', age: 2 * minute }, 'good'],
    ['code, a visit in an hour that is not over', there, inHour, 'tracking', { is: 'last', age, isHour: true }, 'good'],
    ['code, only a number', there, { week: 12, at }, 'tracking', { is: 'week', visits: 12 }, 'good'],
    ['no code, only a number', { state: 'missing' }, { week: 12, at }, 'missing', { is: 'week', visits: 12 }, 'warn'],
    ['code, a visit by a clock that is ahead', there, ago(-minute), 'tracking', { is: 'last', age: 0 }, 'good'],
    ['code, a visit this week', there, ago(7 * day - 1), 'tracking', { is: 'last', age: 7 * day - 1 }, 'good'],
    ['code, none for a week', there, ago(7 * day), 'found', { is: 'quiet', days: 7 }, 'warn'],
    ['code, none for longer', there, ago(12.9 * day), 'found', { is: 'quiet', days: 12 }, 'warn'],
    ['code, never one', there, never, 'found', 'never', 'warn'],
    ['code, the first is awaited', there, { ...never, isAwaited: true }, 'found', 'never', 'muted'],
    ['own visits left out, never one', leftOut, never, 'found', 'mine', 'muted'],
    ['own visits left out, none for long', leftOut, ago(8 * day), 'found', 'mine', 'muted'],
    ['own visits left out, others come', leftOut, ago(0), 'tracking', { is: 'last', age: 0 }, 'good'],
    ['own visits left out, code unclear', { state: 'unsure', own: 'excluded' }, never, 'unsure', 'mine', 'muted'],
    ['own visits left out, no look', { state: 'unseen', own: 'excluded' }, never, 'unseen', 'mine', 'muted'],
    ['own visits counted, never one', { ...there, own: 'counted' }, never, 'found', 'never', 'warn'],
    ['storage blocked, never one', { ...there, own: 'blocked' }, never, 'found', 'never', 'warn'],
    ['Do Not Track, never one', { ...there, finding: 'dnt' }, never, 'found', 'mine', 'muted'],
    ['code twice, never one', { ...there, finding: 'twice' }, never, 'found', 'never', 'warn'],
    ['script blocked here, never one', blockedHere, never, 'found', 'blocked', 'muted'],
    ['script blocked here, others come', blockedHere, ago(0), 'registered', { is: 'last', age: 0 }, 'good'],
    ['unclear, never one', { state: 'unsure', finding: 'held' }, never, 'unsure', 'never', 'muted'],
    ['unclear, none for long', { state: 'unsure' }, ago(9 * day), 'unsure', { is: 'last', age: 9 * day }, 'muted'],
    ['unclear, a visit', { state: 'unsure' }, ago(minute), 'registered', { is: 'last', age: minute }, 'good'],
    ['no look at the page, a visit', unseen, ago(minute), 'registered', { is: 'last', age: minute }, 'good'],
    ['no look at the page, never one', unseen, never, 'unseen', 'never', 'muted'],
    ['no code, none today', { state: 'missing' }, ago(day), 'missing', { is: 'last', age: day }, 'warn'],
    ['no code, a visit today', { state: 'missing' }, ago(day - 1), 'unplaced', { is: 'last', age: day - 1 }, 'good'],
  ])('%s', (_what, seen, visit, state, fact, tone) => {
    expect(said(seen, visit)).toEqual({ state, fact: typeof fact === 'string' ? { is: fact } : fact, tone });
  });

  test.each<[string, Seen, VisitReport]>([
    ['the service says nothing of it', there, unknown],
    ['there is no code, and never was a visit', { state: 'missing' }, never],
    ['the page loses visits', { state: 'losing' }, ago(minute)],
    ['nothing is known of the site', { state: 'found' }, never],
  ])('nothing, where %s', (_what, seen, visit) => {
    expect(said(seen, visit)).toBeUndefined();
  });
});

test.each<[TrackingState, VisitReport, TrackingState]>([
  ['missing', ago(minute), 'unplaced'],
  ['missing', ago(day), 'missing'],
  ['missing', never, 'missing'],
  ['missing', unknown, 'missing'],
  ['tracking', ago(minute), 'tracking'],
])('%s, by its visits', (state, visit, then) => {
  expect(statusWithVisit({ state, findings: [] }, visit).state).toBe(then);
});

test.each<[string, VisitReport, boolean]>([
  ['lately', ago(6 * day), true],
  ['long ago', ago(7 * day), false],
  ['never', never, false],
  ['not known', unknown, false],
  ['in the week', { week: 1, at }, true],
])('whether it was visited: %s', (_when, visit, is) => {
  expect(isVisited(visit)).toBe(is);
});

describe('the open page’s storage', () => {
  const host = 'shop.example';
  const name = 'umami.disabled';
  function openAt(hostname: string, stored: Record<string, string>, { isBlocked = false, isFull = false } = {}) {
    vi.stubGlobal('location', { hostname });
    const refuse = () => {
      throw new Error('SecurityError');
    };
    const storage = {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) refuse();
        stored[key] = value;
      },
      removeItem: (key: string) => delete stored[key],
    };
    vi.stubGlobal('localStorage', isBlocked ? { getItem: refuse, setItem: refuse, removeItem: refuse } : storage);
    return stored;
  }

  type Stored = Record<string, string>;
  test.each<[string, at: string, Stored, set: boolean | null, is: string | null, after: object]>([
    ['read', host, {}, null, 'counted', {}],
    ['read, with any value', host, { [name]: 'yes' }, null, 'excluded', { [name]: 'yes' }],
    ['read, with none', host, { [name]: '' }, null, 'counted', { [name]: '' }],
    ['set', host, { other: '1' }, true, 'excluded', { other: '1', [name]: '1' }],
    ['taken away', `${host}.`, { other: '1', [name]: 'yes' }, false, 'counted', { other: '1' }],
    ['not set where another page is open', `www.${host}`, {}, true, null, {}],
  ])('is %s', (_what, at, stored, set, is, after) => {
    const now = openAt(at, stored);
    expect([ownVisitsInPage(host, { place: 'localStorage', name }, set), now]).toEqual([is, after]);
  });

  test.each([
    ['blocked', { isBlocked: true }, 'blocked', 'blocked'],
    ['full', { isFull: true }, 'counted', 'blocked'],
  ])('is %s: nothing is taken for set', (_what, how, read, set) => {
    openAt(host, {}, how);
    const own = (wanted: true | null) => ownVisitsInPage(host, { place: 'localStorage', name }, wanted);
    expect([own(null), own(true)]).toEqual([read, set]);
  });
});

describe('the open page’s cookies', () => {
  const host = 'www.shop.example';
  const name = 'mtm_consent_removed';
  /** As `document.cookie` is: each write names one cookie and its domain, and a read gives all of them. */
  function openWith(jar: Record<string, string>, keeps = true) {
    vi.stubGlobal('location', { hostname: host });
    vi.stubGlobal('document', {
      get cookie() {
        return Object.values(jar).join('; ');
      },
      set cookie(text: string) {
        const [pair = '', ...attributes] = text.split('; ');
        const domain = attributes.find((one) => one.startsWith('domain='))?.slice('domain='.length) ?? '';
        if (attributes.includes('max-age=0')) delete jar[domain];
        else if (keeps) jar[domain] = pair;
      },
    });
    return jar;
  }
  const other = { other: `x${name}=1` };

  test.each<[string, stored: Record<string, string>, set: boolean | null, is: string, after: object]>([
    ['read', other, null, 'counted', other],
    ['read, with none', { '': `${name}=` }, null, 'counted', { '': `${name}=` }],
    ['read, as the site’s own form set it', { '': `${name}=1763` }, null, 'excluded', { '': `${name}=1763` }],
    ['set', other, true, 'excluded', { ...other, '': `${name}=1` }],
    ['taken away', { ...other, '': `${name}=1` }, false, 'counted', other],
    ['taken away, of the domain above', { 'shop.example': `${name}=1` }, false, 'counted', {}],
  ])('are %s', (_what, stored, set, is, after) => {
    const now = openWith({ ...stored });
    expect([ownVisitsInPage(host, { place: 'cookie', name }, set), now]).toEqual([is, after]);
  });

  test('are not kept: nothing is taken for set', () => {
    openWith({}, false);
    expect(ownVisitsInPage(host, { place: 'cookie', name }, true)).toBe('blocked');
  });
});
