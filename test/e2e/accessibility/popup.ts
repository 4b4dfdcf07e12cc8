import { click, long, put, type Scene, shop, stuck } from './reach.ts';
import { type Stage, says } from './stage.ts';

const visit = (stage: Stage, host = shop) => stage.popup(`http://${host}/?utm_source=mail&token=1`);

/** Every state of the popup. */
export const popups: Scene[] = [
  {
    name: 'popup',
    first: true,
    open: (stage) => stage.popup(`${stage.sandbox.url}/websites`),
    views: [
      {
        name: 'not set up, over a page of a service',
        state: 'empty',
        go: (page) => page.waitForSelector('.primary + .quiet'),
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => stage.popup('about:blank'),
    views: [{ name: 'no site', state: 'empty', go: (page) => page.waitForSelector('h1') }],
  },
  {
    name: 'popup',
    open: (stage) => visit(stage),
    views: [
      { name: 'not registered', state: 'empty', go: (page) => page.waitForSelector('.tracking-status') },
      {
        name: 'just registered',
        state: 'full',
        go: async (page) => {
          await click(page, 'button[type=submit]');
          await page.waitForSelector('.statistics');
        },
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.addWebsite({ domain: 'example.com' });
      return visit(stage, `www.${long}`);
    },
    views: [
      {
        name: 'everything to fill in',
        state: 'full',
        go: async (page) => {
          await page.waitForSelector('.tracking-status');
          // Until it is known that another site covers this one, its button is another.
          await click(page, '.hint + .button');
          await click(page, '.segments label:last-child');
          await click(page, '.more .disclosure');
          await page.waitForSelector('.more .chip');
          await click(page, '.names-button');
        },
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.behave({ delay: stuck });
      return visit(stage);
    },
    views: [
      { name: 'asking', state: 'busy', go: (page) => says(page, 'popup.checking') },
      {
        name: 'registering',
        state: 'busy',
        go: async (page) => {
          await click(page, 'button[type=submit]');
          await page.waitForSelector('button[aria-disabled=true]');
        },
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.behave({ fault: '401' });
      return visit(stage);
    },
    views: [{ name: 'key refused', state: 'error', go: (page) => page.waitForSelector('.note.danger + div .primary') }],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.addWebsite({ domain: shop, privacy: 1 });
      return visit(stage);
    },
    views: [
      {
        name: 'privacy moved, not saved',
        state: 'full',
        go: async (page) => {
          await page.waitForSelector('.statistics');
          await page.waitForSelector('.tracking-status');
          await page.focus('.segments :checked');
          await page.keyboard.press('ArrowLeft');
          await page.waitForSelector('.segments.pending');
        },
      },
      {
        name: 'service failing, known from earlier',
        state: 'error',
        go: async (page, { sandbox }) => {
          sandbox.behave({ fault: '500' });
          await page.reload();
          await page.waitForSelector('.last-known');
        },
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.addWebsite({ domain: shop, privacy: 2, password: 'kept' });
      stage.sandbox.addProject({ project: shop, reports: 3, result: 87 });
      return visit(stage);
    },
    views: [
      {
        name: 'registered',
        state: 'full',
        go: async (page) => {
          await page.waitForSelector('.statistics');
          await page.waitForSelector('.seo[data-state="found"]');
          await page.waitForSelector('.tracking-status');
        },
      },
      {
        name: 'all fields',
        state: 'full',
        go: async (page) => {
          await click(page, '.more .disclosure');
          await click(page, '.more .chip');
          await page.waitForSelector('.more ~ .primary');
        },
      },
      {
        name: 'deleting',
        state: 'full',
        go: async (page) => {
          await click(page, '.more .risky');
          await page.waitForSelector('.button.danger');
        },
      },
    ],
  },
  {
    name: 'popup',
    open: (stage) => {
      stage.sandbox.addWebsite({ domain: shop });
      return visit(stage);
    },
    views: [
      {
        name: 'password not saved',
        state: 'error',
        go: async (page, { sandbox }) => {
          await page.waitForSelector('.statistics');
          sandbox.behave({ fault: '500' });
          await click(page, '.segments label:last-child');
          await put(page, 'input[type=text]', 'walnut lamp');
          await click(page, 'form.stack .button:not(.link)[type=submit]');
          await page.waitForSelector('.note.danger');
        },
      },
    ],
  },
];
