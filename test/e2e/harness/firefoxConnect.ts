import type { Page } from 'puppeteer-core';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { fill, press, said } from './controls.ts';
import type { Firefox } from './firefox.ts';
import { answerPrompt } from './firefoxPrompts.ts';

/** Connects to a sandbox service as a person does, with the permission prompt. Then closes the options page. */
export async function connectInFirefox(firefox: Firefox, options: Page, { url, key }: Sandbox): Promise<void> {
  await options.bringToFront();
  await fill(options, 'Analytics service address', url);
  await fill(options, 'API key', key);
  await press(options, 'button', 'Save and test');
  await answerPrompt(firefox, 'allow');
  await said(options, 'Connected');
  await options.close();
}
