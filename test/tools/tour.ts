import type { Page } from 'puppeteer-core';
import { chosen, control, fill, press, said, shows } from '../e2e/harness/controls.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** The actions of the tour in a browser with the extension. */
export interface Driver {
  openPage(path: string): Promise<Page>;
  openPopup(page: Page): Promise<Page>;
  /** Runs `act`, which makes the browser ask for access to a host, and grants that access. */
  allowing(act: () => Promise<void>): Promise<void>;
  /** Chooses `Track this site` from the context menu of a page. */
  trackFromMenu(page: Page): Promise<void>;
  /** Returns the badge on the active tab and the title of the toolbar button: `✓ example.com is registered.` */
  button(): Promise<string>;
  complaints(): Promise<string[]>;
}

/** The objects that the steps of the tour use. */
export interface Stage {
  driver: Driver;
  sandbox: Sandbox;
  /** The tab with the visited site. */
  page: Page;
  /** The open popup or extension page. */
  view?: Page;
}

/** One action of a person. `act` performs it, and resolves to what Waymark showed. */
export interface Step {
  name: string;
  act(stage: Stage): Promise<string>;
  /** The text that Waymark must have shown. */
  shows: string;
  /** All requests that the service must have received: the operation, and some of its form fields. */
  requests: [operation: string, fields?: Record<string, string>][];
}

const shop = 'shop.example.com';
const journal = 'journal.example.com';

const popup = async (stage: Stage): Promise<Page> => {
  stage.view = await stage.driver.openPopup(stage.page);
  return stage.view;
};

const view = ({ view: open }: Stage): Page => {
  if (!open) throw new Error('Nothing of the extension is open.');
  return open;
};

/** Types the sandbox's addresses and key into the options page and presses `Save and test`. */
export async function connect({ driver, sandbox }: Stage): Promise<Page> {
  if (sandbox.projects().length === 0) sandbox.addProject({ project: shop, reports: 3, result: 87 });
  const options = await driver.openPage('options.html');
  await options.bringToFront();
  await fill(options, 'Analytics service address', sandbox.url);
  await press(options, 'button', 'More');
  await fill(options, 'SEO service address', sandbox.seoUrl);
  await fill(options, 'API key', sandbox.key);
  await driver.allowing(() => press(options, 'button', 'Save and test'));
  return options;
}

/** Waits up to 10 seconds until the toolbar button's text is `wanted`. Resolves to the last text. */
async function button(driver: Driver, wanted: string): Promise<string> {
  const end = Date.now() + 10_000;
  let now = await driver.button();
  while (now !== wanted && Date.now() < end) now = await driver.button();
  return now;
}

/** The main job as a person would do it. */
export const steps: Step[] = [
  {
    name: 'Connect on the options page',
    act: async (stage) => {
      stage.view = await connect(stage);
      await shows(stage.view, '1 project');
      return said(stage.view, 'Connected');
    },
    shows: 'Connected, 0 websites',
    requests: [['websites.list'], ['projects.list']],
  },
  {
    name: `Open the popup over ${shop}`,
    act: async (stage) => {
      await stage.view?.close();
      await stage.page.goto(`http://${shop}/`);
      const open = await popup(stage);
      await shows(open, 'Not registered');
      return `Not registered; button: ${await (await control(open, 'button', `Track ${shop}`)).evaluate((e) => e.textContent)}`;
    },
    shows: `Track ${shop}`,
    requests: [['websites.list']],
  },
  {
    name: 'Press Track',
    act: async (stage) => {
      await press(view(stage), 'button', `Track ${shop}`);
      await shows(view(stage), 'Score 87');
      return `${await said(view(stage), 'registered')} SEO project: score 87`;
    },
    shows: `${shop} is registered.`,
    requests: [['websites.create', { domain: shop, privacy: '1' }], ['projects.list']],
  },
  {
    name: 'Choose privacy Password',
    act: async (stage) => {
      await press(view(stage), 'radio', 'Password');
      await fill(view(stage), 'Password', 'walnut lamp');
      await view(stage).keyboard.press('Enter');
      return `${await said(view(stage), 'Privacy')} Chosen: ${await chosen(view(stage))}`;
    },
    shows: 'Chosen: Password',
    requests: [['websites.update', { privacy: '2', password: 'walnut lamp' }]],
  },
  {
    name: 'Choose privacy Private again',
    act: async (stage) => {
      await press(view(stage), 'radio', 'Private');
      return `${await said(view(stage), 'Private')} Chosen: ${await chosen(view(stage))}`;
    },
    shows: 'Chosen: Private',
    requests: [['websites.update', { privacy: '1' }]],
  },
  {
    name: `Register ${journal} from the context menu`,
    act: async ({ driver, page }) => {
      await page.goto(`http://${journal}/`);
      await page.bringToFront();
      await driver.trackFromMenu(page);
      return button(driver, `✓ ${journal} is registered.`);
    },
    shows: `✓ ${journal} is registered.`,
    requests: [['websites.list'], ['websites.create', { domain: journal, privacy: '1' }]],
  },
  {
    name: `Open the popup over ${journal}`,
    act: async (stage) => {
      const open = await popup(stage);
      await control(open, 'radio', 'Private');
      await shows(open, 'Registered');
      await shows(open, 'no project for this site');
      return `Registered; privacy: ${await chosen(open)}; no SEO project`;
    },
    shows: 'Registered; privacy: Private',
    requests: [['websites.list'], ['projects.list']],
  },
];

/** The websites that the service must have at the end. */
export const registered = [
  { domain: shop, privacy: 1 },
  { domain: journal, privacy: 1 },
];
