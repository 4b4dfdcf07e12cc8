import fc from 'fast-check';
import { expect, test } from 'vitest';
import { urlOf } from '@/entrypoints/options/connection/check.ts';
import { reduce } from '@/entrypoints/options/connection/reduce.ts';
import { isStale, textOf } from '@/entrypoints/options/connection/shown.ts';
import type { Event, Save, State } from '@/entrypoints/options/connection/state.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { a, b, good, keys, one, opened, readOf, seo, types, withSeo } from './form.ts';

const texts: [
  field: 'name' | 'analytics.url' | 'analytics.key' | 'seo.url' | 'seo.key' | 'rules',
  ...texts: string[],
][] = [
  ['name', '', 'Mine', 'Theirs'],
  ['analytics.url', a, b, 'http://a.example', 'A.example/x'],
  ['analytics.key', '', keys.first, 'a b'],
  ['seo.url', '', seo, `${a}/seo`],
  ['seo.key', '', keys.second],
  ['rules', '', 'x.example', 'a b'],
];
const others = [
  { ...one, name: 'Theirs' },
  { ...one, account: 'y' },
];
const stored: (ConnectionAddress | undefined)[] = [one, withSeo, ...others, undefined];
const failure = { kind: 'setup', code: 'fault' } as const;

/** What may happen next: by the person, another window, the browser, or the worker that answers what was sent. */
type Act = (state: State, sent: Save[]) => Event[];
const acts: fc.Arbitrary<Act>[] = [
  ...texts.map(([field, ...all]) =>
    fc.constantFrom(...all).map(
      (text): Act =>
        () =>
          types({ [field]: text }),
    ),
  ),
  fc
    .constantFrom<Event>(
      { type: 'saved-pressed' },
      { type: 'saved-pressed', overwrite: true },
      { type: 'saved-pressed', anyway: true },
      { type: 'copied' },
      { type: 'seo-removed' },
      { type: 'replacing', service: 'seo', isOn: true },
      { type: 'replacing', service: 'analytics', isOn: false },
      { type: 'reloaded' },
      { type: 'cancelled' },
      { type: 'retried' },
    )
    .map(
      (event): Act =>
        () => [event],
    ),
  fc.constantFrom(...stored).map(
    (connection): Act =>
      () => [{ type: 'read', read: readOf(connection) }],
  ),
  fc.tuple(fc.nat(3), fc.boolean()).map(
    ([at, isGood]): Act =>
      (state, all) => {
        const command = all[at];
        if (!command) return [];
        const { number, sent } = command;
        const answer = isGood
          ? { ok: true as const, value: { analytics: good, unsaved: ['seo' as const] } }
          : { ok: false as const, problem: failure };
        return [{ type: 'saved', number, sent, answer, at: 5, read: state.read }];
      },
  ),
];

const played = fc.tuple(fc.constantFrom(...stored), fc.array(fc.oneof(...acts), { maxLength: 25 }));

/** Plays acts, and shows each step. */
function playAll(
  [first, all]: [ConnectionAddress | undefined, Act[]],
  see: (before: State, event: Event, after: State, saved: Save | undefined) => void,
): void {
  let state = opened(first);
  const sent: Save[] = [];
  const step = (event: Event) => {
    const before = state;
    const next = reduce(before, event);
    ({ state } = next);
    const [save] = next.commands.flatMap((command) => (command.do === 'save' ? [command] : []));
    if (save) sent.push(save);
    see(before, event, state, save);
  };
  for (const act of all) act(state, sent).forEach(step);
}

test('whatever happens in whatever order: nothing is sent that is not on the screen, nor twice, nor over what another window has changed', () => {
  const see = (before: State, event: Event, after: State, saved: Save | undefined) => {
    if (!saved) return;
    const { services, own, read } = saved.input;
    const [url, seoText] = [textOf(after, 'analytics.url'), textOf(after, 'seo.url')];
    // One at a time.
    expect(before.busy === undefined || event.type === 'saved').toBe(true);
    // What the boxes show; a key only as it was typed, for the service in whose box it stands.
    expect([services.analytics.url, services.seo?.url]).toEqual([urlOf(url), urlOf(seoText)]);
    expect(own?.name).toBe(textOf(after, 'name').trim());
    expect(services.analytics.key ?? '').toBe(textOf(after, 'analytics.key'));
    if (services.seo) expect(services.seo.key ?? '').toBe(textOf(after, 'seo.key'));
    // What another window has changed is overwritten only where the person says so.
    if ('overwrite' in event) expect(read).toBe(revisionOf(before.read.connection));
    else expect(isStale(before)).toBe(false);
  };
  fc.assert(
    fc.property(played, (all) => playAll(all, see)),
    { numRuns: 500 },
  );
});

/** What saves, mends or gives up something that is typed. */
const gives = 'saved reloaded cancelled replacing seo-removed copied saved-pressed'.split(' ');

test('what is typed goes only where it was saved or given up', () => {
  const see = (before: State, event: Event, after: State) => {
    if (gives.includes(event.type) || event.type === 'retried') return;
    const field = event.type === 'typed' ? event.field : undefined;
    const { [field ?? 'try']: _, ...kept } = before.typed.texts;
    expect(after.typed.texts).toMatchObject(kept);
  };
  fc.assert(
    fc.property(played, (all) => playAll(all, see)),
    { numRuns: 300 },
  );
});
