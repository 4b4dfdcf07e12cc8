import { parseHTML } from 'linkedom';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

beforeEach(() => {
  const { document, window } = parseHTML('<body></body>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  );
  const message = (name: string) => (name === 'language' ? 'en' : name);
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(message as never);
});

describe('privacy of a registered site', () => {
  const website = { id: 'a', domain: 'a.example', privacy: 1, has_password: true } as const;
  const saved: unknown[] = [];
  const radio = (at: number) => document.querySelectorAll('input[type=radio]')[at] as HTMLInputElement;
  const group = () => document.querySelector('[role=radiogroup]') as Element;
  /** Straight at the element that listens: here nothing bubbles as in a browser. */
  const fire = (element: Element, type: string, more: object = {}) =>
    act(() => void element.dispatchEvent(Object.assign(new window.Event(type), more)));
  const arrowTo = async (at: number) => {
    await fire(group(), 'keydown', { key: 'ArrowLeft' });
    await fire(radio(at), 'change');
    await fire(group(), 'keyup', { key: 'ArrowLeft' });
  };
  beforeEach(async () => {
    vi.useFakeTimers();
    saved.length = 0;
    const onSave = async (fields: unknown) => saved.push(fields) > 0;
    const rest = {
      unsaved: {},
      pageUrl: '',
      isRead: true,
      isUnknown: false,
      readAt: undefined,
      statisticsUrl: undefined,
      password: undefined,
      busy: false,
      isQuiet: false,
      onAct: () => {},
      onSave,
      onDelete: () => {},
      children: null,
    };
    const { RegisteredSite } = await import('@/entrypoints/popup/RegisteredSite.tsx');
    await act(() => render(h(RegisteredSite, { website, ...rest }), document.body));
    return async () => {
      // What loads later finds no page of another file of tests.
      await act(() => render(null, document.body));
      vi.useRealTimers();
    };
  });

  test('arrow keys move over it: only what stands is saved', async () => {
    await arrowTo(0);
    await arrowTo(2);
    expect(saved).toEqual([]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    expect(saved).toEqual([{ privacy: 2 }]);
  });

  test.each(['Enter', 'leaving'])('%s takes what the keys moved to at once', async (way) => {
    await arrowTo(0);
    if (way === 'Enter') await fire(group(), 'keydown', { key: 'Enter' });
    else await fire(group(), 'focusout', { relatedTarget: null });
    expect(saved).toEqual([{ privacy: 0 }]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    expect(saved).toHaveLength(1);
  });

  test('moved there and back: nothing is sent', async () => {
    await arrowTo(0);
    await arrowTo(1);
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    expect(saved).toEqual([]);
  });

  test('a click takes it at once', async () => {
    await fire(radio(0), 'change');
    expect(saved).toEqual([{ privacy: 0 }]);
  });

  test('the password box takes the focus once: typing elsewhere keeps it', async () => {
    const { PasswordField } = await import('@/components/PasswordField.tsx');
    const focus = vi.spyOn(window.HTMLInputElement.prototype, 'focus').mockImplementation(() => {});
    for (const value of ['', 'a', 'ab'])
      await act(() => render(h(PasswordField, { value, onChange: () => {}, autoFocus: true }), document.body));
    expect(focus).toHaveBeenCalledOnce();
  });
});
