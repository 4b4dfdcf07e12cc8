import { click, put, type Scene, stuck } from './reach.ts';

/** Every state of the settings. */
export const options: Scene[] = [
  {
    name: 'options',
    first: true,
    open: (stage) => stage.page('options.html'),
    views: [
      { name: 'first seen', state: 'empty', go: (page) => page.waitForSelector('.welcome') },
      {
        name: 'refused before anything is sent',
        state: 'error',
        go: async (page) => {
          await put(page, '.part input', 'ftp://somewhere');
          await click(page, '.save .button');
          await page.waitForSelector('[aria-invalid=true]');
        },
      },
    ],
  },
  {
    name: 'options',
    open: (stage) => stage.page('options.html'),
    views: [
      {
        name: 'connected',
        state: 'full',
        go: async (page) => {
          await page.waitForSelector('.stored');
          await click(page, '.save .button');
          await page.waitForSelector('.note.good');
        },
      },
      {
        name: 'about to forget the key',
        state: 'full',
        go: async (page) => {
          await click(page, '.stored .risky');
          await page.waitForSelector('.confirm');
        },
      },
      {
        name: 'key refused',
        state: 'error',
        go: async (page, { sandbox }) => {
          await page.reload();
          await page.waitForSelector('.stored');
          sandbox.behave({ fault: '401' });
          await click(page, '.save .button');
          await page.waitForSelector('.note.danger');
        },
      },
      {
        name: 'testing',
        state: 'busy',
        go: async (page, { sandbox }) => {
          sandbox.behave({ fault: undefined, delay: stuck });
          await click(page, '.save .button');
          await page.waitForSelector('.note.busy');
        },
      },
    ],
  },
];
