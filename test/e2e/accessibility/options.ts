import { click, long, put, type Scene, stuck } from './reach.ts';
import { says } from './stage.ts';

/** A second connection without a key, beside the first. */
async function addSecond(name: string): Promise<void> {
  const { connections } = (await chrome.storage.local.get('connections')) as {
    connections: { value: { list: object[] } };
  };
  connections.value.list.push({ id: 'second', name, analyticsUrl: 'http://127.0.0.1:9/second', account: 'second' });
  await chrome.storage.local.set({ connections });
}

/** As another window removes it. */
async function removeSecond(): Promise<void> {
  const { connections } = (await chrome.storage.local.get('connections')) as {
    connections: { value: { list: { id: string }[] } };
  };
  connections.value.list = connections.value.list.filter(({ id }) => id !== 'second');
  await chrome.storage.local.set({ connections });
}

/** Every state of the settings. */
export const options: Scene[] = [
  {
    name: 'options',
    first: true,
    open: async (stage) => {
      const service = `${stage.sandbox.url}/websites`;
      await stage.popup(service);
      return stage.page(`options.html?connect=${encodeURIComponent(service)}`);
    },
    views: [
      { name: 'first seen, from a page of a service', state: 'empty', go: (page) => says(page, 'options.answers') },
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
  {
    name: 'options',
    open: async (stage) => {
      const page = await stage.page('options.html');
      await page.evaluate(addSecond, long);
      await page.waitForSelector('.connection');
      return page;
    },
    views: [
      { name: 'several connections, one open', state: 'full', go: (page) => page.waitForSelector('.stored') },
      {
        name: 'all that is its own, about to be removed',
        state: 'error',
        go: async (page) => {
          for (const fold of await page.$$('.fold')) await fold.evaluate((one) => one.setAttribute('open', ''));
          await put(page, '.headers input', 'Cookie');
          await click(page, '.headers .button.start');
          await put(page, '.own textarea', `no*star\n${long}`);
          await put(page, '.own .field:nth-child(3) input', long);
          await click(page, '.places .risky');
          await page.waitForSelector('.places .confirm');
        },
      },
      {
        name: 'another is added',
        state: 'empty',
        go: async (page) => {
          await click(page, '.add .button');
          await page.waitForSelector('.line .urgent');
          await page.waitForSelector('.connection:nth-of-type(3) form');
        },
      },
      {
        name: 'the open one was removed in another window',
        state: 'error',
        go: async (page) => {
          await click(page, '.connection:nth-of-type(2) .line');
          await page.waitForSelector('.connection:nth-of-type(2) form');
          await page.evaluate(removeSecond);
          await page.waitForSelector('.failure .note');
        },
      },
    ],
  },
];
