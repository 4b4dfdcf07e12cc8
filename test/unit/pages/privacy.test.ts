import { h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PrivacyChoice } from '@/components/PrivacyChoice.tsx';
import type { Privacy, Website } from '@/lib/services/index.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { draw, fire } from './drawn.ts';
import { openPage } from './hooked.ts';

beforeEach(openPage);

const radio = (at: number) => document.querySelectorAll('input[type=radio]')[at] as HTMLInputElement;
const group = () => document.querySelector('[role=radiogroup]') as Element;
const keys = async (key: string, what = async () => {}) => {
  await fire(group(), 'keydown', { key });
  await what();
  await fire(group(), 'keyup', { key });
};
const change = async (at: number) => {
  // The browser checks it first.
  radio(at).checked = true;
  await fire(radio(at), 'click');
  await fire(radio(at), 'change');
};
const arrowTo = (at: number) =>
  keys('ArrowLeft', async () => {
    // The browser moves the focus before it changes anything.
    await fire(group(), 'focusout', { relatedTarget: radio(at) });
    await change(at);
  });
const holdArrow = () => fire(group(), 'keydown', { key: 'ArrowLeft' });
const enter = () => keys('Enter');
/** Chromium sends no click from a radio that is checked. */
const spaceInChromium = () => keys(' ');
const spaceInFirefox = (at: number) => keys(' ', () => fire(radio(at), 'click'));
const click = (at: number) => (radio(at).checked ? fire(radio(at), 'click') : change(at));
const leave = () => fire(group(), 'focusout', { relatedTarget: null });
const pass = () => act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
const note = () => group().textContent?.includes('privacy_not_saved');

describe('privacy of a registered site', () => {
  const chosen: unknown[] = [];
  let acts = 0;
  /** The form of a record, whose privacy is chosen and not saved yet where `privacy` says so. */
  const showRecord = async (record: Partial<Website>, privacy?: Privacy) => {
    const { Registered } = await import('@/entrypoints/popup/site/Registered.tsx');
    const website = { id: 'a', domain: 'a.example', ...record };
    const fields = { ...toFields(website), ...(privacy === undefined ? {} : { privacy }) };
    const send = (event: { type: string; privacy?: number }) => {
      if (event.type === 'chosen') chosen.push({ privacy: event.privacy });
      else acts++;
    };
    const site = { website, fields, typed: {}, isRead: true, focus: { at: 'else', turn: 0 } };
    const code = { template: '', values: { base_url: '', domain: '', id: undefined } };
    const props = { website, site, code, send, onPress: () => {} };
    await draw(h(Registered, { ...props, key: String(privacy) } as never));
  };
  beforeEach(async () => {
    vi.useFakeTimers();
    chosen.length = 0;
    acts = 0;
    await showRecord({ privacy: 1, has_password: true });
    return () => void vi.useRealTimers();
  });

  test.each<[string, steps: (() => unknown)[], sent: unknown[], isNoted: boolean]>([
    ['an arrow key moves it', [() => arrowTo(0)], [], true],
    ['several', [() => arrowTo(0), () => arrowTo(2)], [], true],
    ['there and back', [() => arrowTo(0), () => arrowTo(1)], [], false],
    ['there and back, then Enter', [() => arrowTo(0), () => arrowTo(1), enter], [], false],
    ['then it is left', [() => arrowTo(0), leave], [], true],
    ['then Enter', [() => arrowTo(0), enter], [{ privacy: 0 }], false],
    ['then Enter twice', [() => arrowTo(0), enter, enter], [{ privacy: 0 }], false],
    ['then Space in Chromium', [() => arrowTo(0), spaceInChromium], [{ privacy: 0 }], false],
    ['then Space in Firefox', [() => arrowTo(0), () => spaceInFirefox(0)], [{ privacy: 0 }], false],
    ['then a click on it', [() => arrowTo(0), () => click(0)], [{ privacy: 0 }], false],
    ['then a click on another', [() => arrowTo(0), () => click(2)], [{ privacy: 2 }], false],
    ['it is left, then Enter', [() => arrowTo(0), leave, enter], [{ privacy: 0 }], false],
    ['a click alone', [() => click(0)], [{ privacy: 0 }], false],
    ['a click after a key that never came up', [holdArrow, leave, () => click(0)], [{ privacy: 0 }], false],
    ['Enter or Space on what it is', [enter, spaceInChromium, () => spaceInFirefox(1)], [], false],
  ])('%s: what is chosen, and whether it says that it is not saved', async (_what, steps, sent, isNoted) => {
    for (const step of steps) await step();
    await pass();
    expect([chosen, note()]).toEqual([sent, isNoted]);
  });

  test('Password without one is not told as what holds', async () => {
    await showRecord({ privacy: 0, has_password: false }, 2);
    const hint = group().querySelector('.hint')?.textContent?.trim();
    expect(hint).toBe('popup_still privacy_unsaved');
  });

  test('an arrow key ends what was said last, and what would be tried again', async () => {
    expect(acts).toBe(0);
    await arrowTo(0);
    expect(acts).toBe(1);
  });

  test('the password box takes the focus once: typing elsewhere keeps it', async () => {
    const { PasswordField } = await import('@/components/PasswordField.tsx');
    const focus = vi.spyOn(window.HTMLInputElement.prototype, 'focus').mockImplementation(() => {});
    for (const value of ['', 'a', 'ab']) await draw(h(PasswordField, { value, onChange: () => {}, autoFocus: true }));
    expect(focus).toHaveBeenCalledOnce();
  });
});

test('a choice that an arrow key moved is given up once nothing is saved at once any more', async () => {
  const show = (savesAtOnce: boolean) => draw(h(PrivacyChoice, { value: 1, savesAtOnce, onChange: () => {} }));
  // What was checked by hand is a property here, and what was drawn is an attribute.
  const isChosen = (at: number) => radio(at).checked ?? radio(at).hasAttribute('checked');
  const shown = () => [[0, 1, 2].filter(isChosen), note()];
  await show(true);
  await arrowTo(0);
  expect(shown()).toEqual([[0], true]);
  await show(false);
  await show(true);
  expect(shown()).toEqual([[1], false]);
});
