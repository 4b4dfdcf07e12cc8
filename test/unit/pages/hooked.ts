import { parseHTML } from 'linkedom';
import { type ComponentChildren, h, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer } from '@/lib/messages/ask.ts';

type Input = Record<string, unknown>;
type Answering = (input: Input) => Answer<unknown> | Promise<Answer<unknown>>;

interface AskOptions {
  signal?: AbortSignal | undefined;
  private?: boolean | undefined;
  account?: string | undefined;
}

/** What the worker was asked, and how it answers each question; without an answer of its own, with nothing. */
export const worker = {
  asked: [] as ({ name: string; input: Input } & AskOptions)[],
  answers: {} as Record<string, Answering | undefined>,
};

/** Stands for lib/messages/ask.ts. */
export const messages = {
  ask: async (name: string, input: Input, { signal, private: isPrivate, account }: AskOptions = {}) => {
    worker.asked.push({ name, input, signal, private: isPrivate, account });
    return (await worker.answers[name]?.(input)) ?? { ok: true, value: null };
  },
};

export const asked = (name: string): Input[] =>
  worker.asked.filter((one) => one.name === name).map(({ input }) => input);

/** All that the worker was asked, and of which account. */
export const questions = () => worker.asked.map(({ name, input, account }) => [name, input, account]);

export const ok = (value: unknown): Answer<unknown> => ({ ok: true, value });
export const failed = (
  kind: 'network' | 'access' | 'server' | 'missing' | 'busy' | 'shape',
  more = {},
): Answer<never> => ({ ok: false, problem: { kind, ...more } });

/** An answer that comes when the test says so: `answer` it, or `settle` what comes of it, too. */
export function later() {
  const { promise, resolve: answer } = Promise.withResolvers<Answer<unknown>>();
  return { promise, answer, settle: (value: Answer<unknown>) => does(() => answer(value)) };
}

/** From now on this question is answered when the test says so. */
export function held(name: string) {
  const answer = later();
  worker.answers[name] = () => answer.promise;
  return answer;
}

/** What the browser tells the page. */
let heard = new EventTarget();
export const tell = (event: string) => act(() => void heard.dispatchEvent(new Event(event)));

/** When access is granted or taken away: `tell` does it. */
const accessEvent = {
  addListener: (changed: () => void) => heard.addEventListener('access', changed),
  removeListener: (changed: () => void) => heard.removeEventListener('access', changed),
};
export const accessEvents = { onAdded: accessEvent, onRemoved: accessEvent };

/** Tells and hears nothing: not what the tests before it left behind. */
class SilentChannel {
  onmessage: unknown;
  close() {}
  postMessage() {}
}

/** An empty page of the extension, nothing stored, and a worker that was asked nothing yet. */
export function openPage(): void {
  fakeBrowser.reset();
  const { document, window } = parseHTML('<body></body>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  Object.assign(document, { adoptedStyleSheets: [] });
  Object.assign(window.HTMLElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  );
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  heard = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, heard[name].bind(heard));
  Object.assign(worker, { asked: [], answers: {} });
  Object.assign(fakeBrowser, { permissions: accessEvents });
  const message = (name: string) => (name === 'language' ? 'en' : name);
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(message as never);
}

/** The same, with what a table of any length asks of the window. */
export function openTablePage(): void {
  openPage();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
}

/** From now on every text shows what is filled into these places of it, too. */
export function showPlaces(places: string): void {
  const message = (name: string) => (name === 'language' ? 'en' : `${name} ${places}`);
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(message as never);
}

/**
 * A hook in a component that shows nothing, or in that within a provider: its value as it is now, what it is given anew if
 * anything, and its end. `load` and `does` let what comes of it come to its end, too.
 */
export async function hooked<T, P>(
  hook: (given: P) => T,
  given: P = undefined as P,
  within = (child: ComponentChildren) => child,
) {
  let value: T | undefined;
  const Host = (props: { given: P }) => {
    value = hook(props.given);
    return null;
  };
  const root = document.createElement('div');
  const show = (now: P) => act(() => render(within(h(Host, { given: now })), root));
  const end = () => act(() => render(null, root));
  await show(given);
  onTestFinished(() => void end());
  const now = () => value as T;
  const load = (next: P) => does(() => show(next));
  return { now, show, end, load, does: (what: (now: T) => unknown) => does(() => what(now())) };
}

/** A hook for which everything that has an answer has come. */
export async function loaded<T, P>(...given: Parameters<typeof hooked<T, P>>) {
  const hook = await hooked(...given);
  await settled();
  return hook;
}

/**
 * Lets everything that has an answer come to its end: many short turns for what a database does, and one for timers. What is
 * drawn after each round may ask for more.
 */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round++)
    await act(async () => {
      for (let turn = 0; turn < 25; turn++) await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
}

/** Does something, and lets what comes of it come to its end. */
export async function does(what: () => unknown): Promise<void> {
  await act(() => void what());
  await settled();
}
