import type { Page } from 'puppeteer-core';
import type { Time } from '../../model/clock.ts';
import { type Account, keys, Servers, Service } from '../../model/service.ts';
import { plain, type Switches } from '../../model/switches.ts';
import { Truth } from '../../model/truth.ts';
import { askWorker, startAnew } from '../harness/connect.ts';
import { openPopup } from '../harness/extension.ts';
import type { Session } from '../harness/session.ts';
import { openManage, settled } from '../manage/managePage.ts';

/** An action of a person on the screen. `row`: one of the listed hosts. */
export type Step =
  | { do: 'edit'; row: number }
  | { do: 'choose'; what: 'Public' | 'Private' | 'E-mail reports' }
  | { do: 'save' }
  | { do: 'close' }
  | { do: 'delete'; row: number }
  | { do: 'popup'; row: number; track: boolean }
  | { do: 'colleague'; row: number }
  | { do: 'connect'; service: 0 | 1 }
  | { do: 'slow'; ms: number }
  | { do: 'wait'; ms: number };

export const listed = ['one.example.com', 'two.example.com', 'three.example.com'];
const account: Account = 0;

const time: Time = {
  get now() {
    return Date.now();
  },
  later: (ms, run) => setTimeout(run, ms),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  begin() {},
  done() {},
};

/** Returns the content of the open sheet. */
const sheet = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    if (!dialog) return undefined;
    const checked = (input: Element) => (input as HTMLInputElement).checked;
    const named = (input: Element) => input.closest('label')?.textContent?.trim() ?? '';
    const inputs = [...dialog.querySelectorAll('input[type=radio], input[type=checkbox]')];
    return {
      title: dialog.querySelector('h1, h2, h3')?.textContent ?? '',
      isConflict: !!dialog.querySelector('.conflicts, fieldset.conflict'),
      chosen: inputs.filter(checked).map(named),
    };
  });

/** The manage page and the popup in a browser, with two services and the truth about them. */
export class Screen {
  readonly truth: Truth;
  readonly services: Service[];
  #session: Session;
  #page: Page;
  #site: Page;
  #now: Service;
  /** The sheet that the person opened, with the choices made in it. */
  #open: { host: string; service: Service; chosen: string[]; saved: boolean } | undefined;
  #slow = 0;

  private constructor(session: Session, truth: Truth, services: Service[], page: Page, site: Page) {
    this.#session = session;
    this.truth = truth;
    this.services = services;
    this.#page = page;
    this.#site = site;
    this.#now = services[0] as Service;
  }

  static async begin(
    session: Session,
    servers: Servers,
    switches: readonly [Partial<Switches>, Partial<Switches>],
  ): Promise<Screen> {
    await startAnew(session, {});
    const truth = new Truth(time);
    const services = switches.map(
      (one, at) => new Service(at ? 'B' : 'A', servers.urls[at] ?? '', { ...plain, ...one }, time, truth),
    );
    const fields = new URLSearchParams({ privacy: '2', password: 'made-up' });
    for (const service of services) for (const host of listed) service.add(host, account, -1, fields);
    servers.current = { services, clock: time };
    await save(session, services[0] as Service);
    const page = await openManage(session);
    return new Screen(session, truth, services, page, await session.browser.newPage());
  }

  async end(): Promise<string[]> {
    await time.sleep(this.#slow + 500);
    await this.#look();
    await this.#page.close();
    await this.#site.close();
    return this.truth.faults;
  }

  async step(step: Step): Promise<void> {
    await this.#do(step);
    await this.#look();
  }

  /** Checks that an answer fills and closes only the sheet that caused it, and that choices stay. */
  async #look(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    const seen = await sheet(this.#page);
    if (!seen && !open.saved && open.service === this.#now)
      this.truth.fault(`the sheet of ${open.host} was closed by itself`);
    if (seen && seen.title !== open.host) this.truth.fault(`the sheet of ${open.host} shows ${seen.title}`);
    const lost = open.chosen.filter((name) => seen && !seen.isConflict && !seen.chosen.includes(name));
    if (lost.length && !open.saved) this.truth.fault(`${lost} of ${open.host} was lost`);
    if (!seen) this.#open = undefined;
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'edit':
        return this.#edit(listed[step.row] ?? '');
      case 'choose':
        return this.#choose(step.what);
      case 'save':
        return this.#save();
      case 'close':
        await this.#page.keyboard.press('Escape');
        this.#open = undefined;
        return time.sleep(50);
      case 'delete':
        return this.#delete(listed[step.row] ?? '');
      case 'popup':
        return this.#popup(listed[step.row] ?? '', step.track);
      case 'colleague':
        return this.#colleague(listed[step.row] ?? '');
      case 'connect':
        this.#now = this.services[step.service] as Service;
        await save(this.#session, this.#now);
        return time.sleep(200);
      case 'slow':
        this.#slow = step.ms;
        for (const service of this.services) service.slow = step.ms;
        return;
      case 'wait':
        return time.sleep(step.ms);
    }
  }

  /** Presses a button of a row that is on the screen if nothing covers it. Resolves to whether it was pressed. */
  async #row(action: 'Edit' | 'Delete', host: string): Promise<boolean> {
    await this.#page.bringToFront();
    await settled(this.#page);
    if (await sheet(this.#page)) return false;
    const button = await this.#page.$(`::-p-aria([name="${action} ${host}"][role="button"])`);
    await button?.click();
    return !!button;
  }

  async #edit(host: string): Promise<void> {
    const shownBy = this.#now;
    if (!(await this.#row('Edit', host))) return;
    this.#open = { host, service: shownBy, chosen: [], saved: false };
    // The stored record is read first. A sheet that does not open is noticed later.
    await this.#page.waitForSelector('dialog[open]', { timeout: 3_000 }).catch(() => {});
  }

  async #choose(what: string): Promise<void> {
    if (!this.#open || this.#open.saved || (await sheet(this.#page))?.isConflict) return;
    const clicked = await this.#page.evaluate((name) => {
      const labels = [...document.querySelectorAll('dialog[open] label')];
      const label = labels.find((one) => one.textContent?.trim().startsWith(name));
      const input = label?.querySelector('input');
      if (!input || input.checked) return false;
      input.click();
      return true;
    }, what);
    if (!clicked) return;
    const others = this.#open.chosen.filter((one) => what === 'E-mail reports' || one === 'E-mail reports');
    this.#open.chosen = [...others, what];
  }

  async #save(): Promise<void> {
    const open = this.#open;
    if (!open || !(await sheet(this.#page))) return;
    const fields: Record<string, string> = {};
    if (open.chosen.includes('Public')) fields.privacy = '0';
    if (open.chosen.includes('Private')) fields.privacy = '1';
    if (open.chosen.includes('E-mail reports')) fields.email = '1';
    this.#pressed('PATCH', open.service, open.host, fields);
    open.saved = true;
    const button = await this.#page.$('dialog[open] button[type=submit]');
    await button?.click();
    await time.sleep(30);
  }

  #pressed(method: 'PATCH' | 'DELETE', service: Service, host: string, fields = {}): void {
    const row = this.truth.held(service, account, host);
    if (row) this.truth.press({ service, account, method, host, id: row.id, fields });
  }

  async #delete(host: string): Promise<void> {
    const shownBy = this.#now;
    if (!(await this.#row('Delete', host))) return;
    await this.#page.waitForSelector('dialog[open] input[data-focus]');
    await this.#page.type('dialog[open] input[data-focus]', host);
    this.#pressed('DELETE', shownBy, host);
    await (await this.#page.$('dialog[open] button[type=submit]'))?.click();
    await this.#page.waitForFunction(() => !document.querySelector('dialog[open]'), { timeout: 3_000 }).catch(() => {});
    await this.#page.keyboard.press('Escape');
  }

  async #popup(host: string, track: boolean): Promise<void> {
    const service = this.#now;
    const since = time.now;
    this.truth.act([service], [host]);
    if (this.#site.url() !== `http://${host}/`) await this.#site.goto(`http://${host}/`);
    const popup = await openPopup(this.#session, this.#site);
    const status = await popup.waitForFunction(() => {
      const text = document.querySelector('.site-status')?.textContent ?? '';
      return /checking/i.test(text) ? undefined : text;
    });
    if (/^not registered/i.test(String(await status.jsonValue()).trim()))
      this.truth.saidAbsent('popup', service, account, host, since);
    const button = track ? await popup.$(`::-p-aria([name="Track ${host}"][role="button"])`) : null;
    if (button) {
      this.truth.press({ service, account, method: 'POST', host });
      await button.click();
      await time.sleep(this.#slow * 2 + 400);
    }
    if (!popup.isClosed()) await popup.close();
  }

  /** Changes a record as another person would. */
  #colleague(host: string): void {
    const row = this.truth.held(this.#now, account, host);
    if (row) row.fields.privacy = row.fields.privacy === '0' ? '2' : '0';
  }
}

const save = (session: Session, service: Service) =>
  askWorker(session, 'connection.save', {
    services: { analytics: { url: service.url, key: keys[0] } },
    keep: 'always',
  });

export async function openServers(): Promise<Servers> {
  const servers = new Servers();
  await servers.listen();
  return servers;
}
