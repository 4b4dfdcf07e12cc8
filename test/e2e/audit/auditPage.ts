import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { press } from '../harness/controls.ts';
import { type Farm, sends } from './farm.ts';

/** Returns each row of the report, with those of closed groups: its site, and its state with the findings. */
export async function report(page: Page): Promise<Record<string, string>> {
  await page.$$eval('.of-audit [aria-expanded=false]', (heads) => {
    for (const head of heads) (head as HTMLElement).click();
  });
  return page.$$eval('.of-audit tbody tr.site', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('.site')?.textContent ?? '',
        [...(row.querySelector('.outcome > span')?.children ?? [])]
          .flatMap((part) => part.textContent?.replace(/[\u2066-\u2069]/g, '') || [])
          .join(' · '),
      ]),
    ),
  );
}

/** Returns the report with only the state of each site. */
export const states = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await report(page)).map(([site, found]) => [site, found.split(' · ')[0] ?? '']));

export const all = (sites: readonly string[], state: string) => Object.fromEntries(sites.map((host) => [host, state]));

export const ended = (page: Page) => page.waitForSelector('.audit .state-bar', { timeout: 30_000 });

/** Opens the dialog that says what will be checked, and waits until it can be confirmed. */
export async function openDialog(page: Page, button = 'Check all sites'): Promise<void> {
  await press(page, 'button', button);
  await page.waitForSelector('dialog button[type=submit]:not([disabled])');
}

export const visitsTo = (farm: Farm, host: string) => farm.visits.filter((visit) => visit.host === host).length;

/** Returns the names of the alarms, but for that of the queue. `page`: a page of the extension. */
export const alarmsIn = (page: Page) =>
  page.evaluate(async () => (await chrome.alarms.getAll()).map(({ name }) => name).filter((name) => name !== 'jobs'));

/** Makes site servers with a service's code that hold their answers until the test releases them. */
export function holding(farm: () => Farm, service: () => string) {
  const held: ServerResponse[] = [];
  const ours = () => sends(html(code(service())));
  return {
    held,
    hold: (hosts: readonly string[]) => {
      for (const host of hosts) farm().answers[host] = (_request, response) => void held.push(response);
    },
    letOut: (hosts: readonly string[]) => {
      for (const host of hosts) farm().answers[host] = ours();
      for (const response of held.splice(0)) ours()(response.req, response);
    },
    drop: () => {
      for (const response of held.splice(0)) response.destroy();
    },
  };
}
