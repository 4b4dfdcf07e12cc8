import type { Page } from 'puppeteer-core';
import { click, fillService, job, put, type Scene, shop, show, stuck } from './reach.ts';

const add = '?tab=add';
const pasted = `new.example.com
https://second.example.org/path?x=1
${shop}
www.tickets.example.org
new.example.com
someone@example.com
co.uk
xn--bcher-kva.example.org`;

async function fillSources(page: Page): Promise<void> {
  await show(page, add, '.sources-step');
  await put(page, '.sources-step textarea', pasted);
  await page.waitForSelector('.sources-step footer .primary:not(:disabled)');
}

const table = `Kunde;Auftritt;Zugang
Bakery;bakery.example.org;abc.de
Clinic;clinic.example.org;xyz.de`;

/** Every state of Add many. */
export const addingMany: Scene[] = [
  {
    name: 'manage',
    open: (stage) => {
      fillService(stage);
      return stage.page(`manage.html${add}`);
    },
    views: [
      { name: 'add many, nothing yet', state: 'empty', go: (page) => page.waitForSelector('.sources-step') },
      { name: 'add many, sources', state: 'full', go: fillSources },
      {
        name: 'add many, what would happen',
        state: 'full',
        go: async (page) => {
          await click(page, '.sources-step footer .primary');
          await page.waitForSelector('.virtual .status.registered');
          await click(page, 'aside .segments label:last-child');
          await click(page, 'aside summary');
        },
      },
      {
        name: 'add many, columns to choose',
        state: 'full',
        go: async (page) => {
          await show(page, add, '.sources-step');
          await put(page, '.sources-step textarea', table);
          await page.waitForSelector('.column-choice');
        },
      },
      {
        name: 'add many, check failed',
        state: 'error',
        go: async (page, { sandbox }) => {
          await fillSources(page);
          sandbox.behave({ fault: '500' });
          await click(page, '.sources-step footer .primary');
          await page.waitForSelector('.check-bar .note.danger');
        },
      },
      {
        name: 'add many, checking',
        state: 'busy',
        go: async (page, { sandbox }) => {
          await fillSources(page);
          sandbox.behave({ fault: undefined, delay: stuck });
          await click(page, '.sources-step footer .primary');
          await page.waitForSelector('.check-bar progress');
        },
      },
    ],
  },
  ...(
    [
      ['waiting', 'busy', 4, '.job-panel progress'],
      ['the report', 'error', undefined, '.job-panel.failed .button.primary'],
    ] as const
  ).map(
    ([name, state, limit, ready]): Scene => ({
      name: 'manage',
      open: async (stage) => {
        await job(stage, 'create', limit);
        return stage.page(`manage.html${add}`);
      },
      views: [{ name: `add many, ${name}`, state, go: (page) => page.waitForSelector(ready) }],
    }),
  ),
];
