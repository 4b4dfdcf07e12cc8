import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { MoreFields } from '@/components/MoreFields.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { initialFields, toFields } from '@/lib/websites/fields.ts';
import { openPage } from './hooked.ts';

const [token, none] = [{ exclude_params: ['token'] }, { exclude_params: [] }];
test.each<[string, shown: object | undefined, form: object, isSaid: boolean]>([
  ['entries are typed, and none are shown', {}, token, true],
  ['what was typed is removed again, and none are shown', {}, none, true],
  ['nothing is typed', {}, { exclude_params: undefined }, false],
  ['the entries are shown', { exclude_params: ['old'] }, token, false],
  ['it is shown that there are no entries', none, token, false],
  ['the website is new', undefined, token, false],
])('that saving replaces what the service has, where %s', async (_what, shown, change, isSaid) => {
  openPage();
  const fields = toFields({ ...initialFields(), ...change });
  const form = h(MoreFields, { fields, onChange: () => {}, ...(shown && { reported: toFields(shown) }) });
  const root = document.createElement('div');
  await act(() => render(h(TraitsProvider, { value: traitsOf(undefined) }, form), root));
  const hints = [...root.querySelectorAll('.hint')].map(({ textContent }) => textContent ?? '');
  const hint = hints.find((one) => one.startsWith('fields_exclude_params_hint'));
  expect(hint?.endsWith('fields_hidden_entries')).toBe(isSaid);
});
