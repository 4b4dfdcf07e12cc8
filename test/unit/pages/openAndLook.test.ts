import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useOpenAndLook } from '@/entrypoints/manage/audit/useOpenAndLook.ts';
import { hooked, openPage } from './hooked.ts';

beforeEach(openPage);

const subject = { serviceUrl: 'https://stats.example', template: '', jobId: 'j' };

test.each([
  ['a usual window', false, true],
  ['a private window', true, false],
])('whether opening sites to look at them is offered: %s', async (_window, inIncognitoContext, isOffered) => {
  Object.assign(fakeBrowser, { extension: { inIncognitoContext } });
  const hook = await hooked(() => useOpenAndLook(subject), undefined);
  expect(hook.now().run !== undefined).toBe(isOffered);
});
