import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { agoText, dateTexts, momentText, timeText, whenText } from '@/lib/text/dates.ts';
import { exportName } from '@/lib/websites/export.ts';

const zones = ['America/New_York', 'UTC', 'Pacific/Auckland'];

describe.each(zones)('read in %s', (zone) => {
  test.each([
    ['2024-01-05', { day: 'Jan 5, 2024' }],
    ['12', { day: '12' }],
    ['2024', { day: '2024' }],
    ['2024-13-45', { day: '2024-13-45' }],
    ['yesterday', { day: 'yesterday' }],
    ['', undefined],
  ])('%j', (given, expected) => {
    vi.stubEnv('TZ', zone);
    expect(dateTexts('en')(given)).toEqual(expected);
  });

  test('a file is named by the day it is there', () => {
    vi.stubEnv('TZ', zone);
    for (const hour of [0, 23])
      expect(exportName('websites', 'csv', new Date(2026, 0, 5, hour, 30))).toBe('waymark-websites-2026-01-05.csv');
  });
});

test.each([
  ['America/New_York', '2024-01-05T02:00:00Z', 'Jan 4, 2024', 'Thursday, January 4, 2024 at 9:00 PM'],
  ['UTC', '2024-01-05T02:00:00Z', 'Jan 5, 2024', 'Friday, January 5, 2024 at 2:00 AM'],
  ['UTC', '2024-01-05 14:30:00', 'Jan 5, 2024', 'Friday, January 5, 2024 at 2:30 PM'],
])('in %s the moment %s is shown as it is there', (zone, given, day, moment) => {
  vi.stubEnv('TZ', zone);
  expect(dateTexts('en')(given)).toEqual({ day, moment });
});

test('a number that is no moment is a dash', () => expect(momentText(1e300)).toBe('–'));

test('after a change of the time zone, a moment is shown as it is in the new one', () => {
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockReturnValue('en');
  const texts = zones.map((zone) => {
    vi.stubEnv('TZ', zone);
    return timeText(Date.UTC(2026, 0, 5, 12));
  });
  expect(texts.map((text) => text.replace(/\s/g, ' '))).toEqual(['7:00 AM', '12:00 PM', '1:00 AM']);
});

describe('a moment as a person tells it', () => {
  const now = new Date(2026, 10, 27, 0, 30).getTime();
  test.each([
    [new Date(2026, 10, 27, 0, 5), /^today, 12:05.AM$/],
    [new Date(2026, 10, 26, 23, 55), /^yesterday, 11:55.PM$/],
    [new Date(2026, 10, 25, 23, 55), /^Nov 25, 2026$/],
    [new Date(2026, 10, 28, 10, 0), /^Nov 28, 2026$/],
  ])('%s', (moment, text) => {
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockReturnValue('en');
    expect(whenText(moment.getTime(), now)).toMatch(text);
  });
});

test.each([
  [59_999, 'now'],
  [60_000, '1 min. ago'],
  [59 * 60_000, '59 min. ago'],
  [60 * 60_000, '1 hr. ago'],
  [24 * 60 * 60_000 - 1, '23 hr. ago'],
  [24 * 60 * 60_000, '1 day ago'],
  [12.9 * 24 * 60 * 60_000, '12 days ago'],
  [70 * 24 * 60 * 60_000, '2 mo. ago'],
  [400 * 24 * 60 * 60_000, '1 yr. ago'],
  [-5, 'now'],
])('%i milliseconds ago', (age, text) => {
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockReturnValue('en');
  // Versions of the language's data differ in this dot.
  expect(agoText(age).replace('.', '')).toBe(text.replace('.', ''));
});

test.each<[age: number, key: string | undefined]>([
  [59 * 60_000, 'visits_within_hour'],
  [60 * 60_000, undefined],
])('%i milliseconds after the begin of the hour in which something was', (age, key) => {
  const read = vi.spyOn(fakeBrowser.i18n, 'getMessage').mockReturnValue('en');
  const text = agoText(age, 'short', true);
  expect(key ? read.mock.lastCall?.[0] : text.replace('.', '')).toBe(key ?? '1 hr ago');
});
