import { click, fillService, job, leave, type Scene, show, stuck, type View } from './reach.ts';

/** Presses a button of the list, or of another list; what it opens stands once its foot does. */
const dialog = (name: string, button: string, query?: string): View => ({
  name: `websites, ${name}`,
  state: 'full',
  go: async (page) => {
    if (query) await show(page, query);
    else if (await page.$('dialog[open]')) await leave(page);
    await click(page, button);
    await page.waitForSelector('dialog[open] .danger, dialog[open] footer');
  },
});

/** Every state of the lists. */
export const lists: Scene[] = [
  {
    name: 'manage',
    first: true,
    open: (stage) => stage.page('manage.html'),
    views: [{ name: 'not connected', state: 'empty', go: (page) => page.waitForSelector('.state') }],
  },
  {
    name: 'manage',
    open: (stage) => stage.page('manage.html'),
    views: [
      { name: 'websites, none', state: 'empty', go: (page) => page.waitForSelector('.state') },
      { name: 'projects, none', state: 'empty', go: (page) => show(page, '?tab=projects', '.state') },
      {
        name: 'websites, nothing found',
        state: 'empty',
        go: async (page, stage) => {
          fillService(stage);
          await show(page, '?search=nosuch');
        },
      },
      { name: 'projects', state: 'full', go: (page) => show(page, '?tab=projects') },
      {
        name: 'websites, some selected',
        state: 'full',
        go: async (page) => {
          await show(page, '');
          for (const row of [2, 4]) await click(page, `tbody tr:nth-child(${row}) input`);
          await page.waitForSelector('.bulk');
        },
      },
      {
        name: 'websites, changing many',
        state: 'full',
        go: async (page) => {
          await click(page, '.bulk .row:last-child .button');
          await click(page, '.dialog .segments label:last-child');
        },
      },
      dialog('editing', '[data-open]'),
      dialog('deleting', 'tbody .risky'),
      dialog('adding', '.toolbar .primary'),
      dialog('exporting', '.toolbar .icon-button + .icon-button'),
      dialog('exporting what is filtered', '.toolbar .icon-button + .icon-button', '?filter=password'),
      {
        name: 'websites, key refused',
        state: 'error',
        go: async (page, { sandbox }) => {
          sandbox.behave({ fault: '401' });
          await show(page, '', '.problem');
        },
      },
      {
        name: 'projects, service failing',
        state: 'error',
        go: async (page, { sandbox }) => {
          sandbox.behave({ fault: '500' });
          await show(page, '?tab=projects', '.problem');
        },
      },
      {
        name: 'projects, awaited',
        state: 'busy',
        go: async (page, { sandbox }) => {
          sandbox.behave({ fault: undefined, delay: stuck });
          await show(page, '?tab=projects', '.skeleton');
        },
      },
      { name: 'websites, awaited', state: 'busy', go: (page) => show(page, '', '.skeleton') },
    ],
  },
  {
    name: 'manage',
    open: (stage) => {
      fillService(stage);
      return stage.page('manage.html');
    },
    views: [
      {
        name: 'websites, a change of many waits',
        state: 'busy',
        go: async (page, stage) => {
          await page.waitForSelector('.panel tbody tr');
          await job(stage, 'update', 4);
          await click(page, '.job-panel [aria-expanded]');
          await page.waitForSelector('.job-panel td.outcome');
        },
      },
    ],
  },
];
