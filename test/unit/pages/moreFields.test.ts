import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { MoreFields } from '@/components/MoreFields.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { initialFields, toFields } from '@/lib/websites/fields.ts';
import { openPage } from './hooked.ts';

const typed = toFields({ ...initialFields(), exclude_params: ['token'] });
test.each<[string, reported: object | undefined, isSaid: boolean]>([
  ['it shows none', {}, true],
  ['it shows some', { exclude_params: ['old'] }, false],
  ['it shows that there are none', { exclude_params: [] }, false],
  ['the website is new', undefined, false],
])('that saving replaces the entries at the service is said where %s: %s', async (_what, reported, isSaid) => {
  openPage();
  const form = h(MoreFields, { fields: typed, onChange: () => {}, ...(reported && { reported: toFields(reported) }) });
  const root = document.createElement('div');
  await act(() => render(h(TraitsProvider, { value: traitsOf(undefined) }, form), root));
  const hint = [...root.querySelectorAll('.hint')].find((one) =>
    one.textContent?.startsWith('fields_exclude_params_hint'),
  );
  expect(hint?.textContent?.endsWith('fields_hidden_entries')).toBe(isSaid);
});
