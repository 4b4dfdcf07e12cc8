import { long, opens, type Scene, scene, unconnected, view } from './reach.ts';
import { says } from './stage.ts';
import { answers, clicks, puts, reloads, sees, stuck } from './steps.ts';

/** Adds a second connection, which has no key, or removes it if `name` is missing, as another window does. */
async function setSecond(name?: string): Promise<void> {
  const { connections } = await chrome.storage.local.get('connections');
  const first = connections?.value.list.filter(({ id }) => id !== 'second') ?? [];
  const second = { id: 'second', name, analyticsUrl: 'http://127.0.0.1:9/second', account: 'second' };
  const value = { ...connections?.value, list: name ? [...first, second] : first };
  await chrome.storage.local.set({ connections: { ...connections, value } });
}

const save = '#connection-save';

/** All states of the settings. */
export const options: Scene[] = [
  unconnected(
    'options',
    async (stage) => {
      const service = `${stage.sandbox.url}/websites`;
      await stage.popup(service);
      return stage.page(`options.html?connect=${encodeURIComponent(service)}`);
    },
    view('empty', 'first seen, from a page of a service', says('options.answers')),
    view(
      'error',
      'refused before anything is sent',
      puts('input[inputmode=url]', 'ftp://somewhere'),
      clicks(save),
      sees('[aria-invalid=true]'),
    ),
  ),
  scene(
    'options',
    opens('options.html'),
    view('full', 'connected', sees('.which p:not(:empty)')),
    view(
      'error',
      'every setting open, one of them wrong, the password about to be removed',
      (page) => page.$eval('details', (fold) => fold.setAttribute('open', '')),
      (page) =>
        page.$$eval('[id$="-open"][aria-expanded=false]', (all) => {
          for (const button of all) (button as HTMLElement).click();
        }),
      puts('.opened [type=password]', 'a-made-up-password'),
      (page) => page.$eval('.opened [type=password]', (box) => box.closest('form')?.requestSubmit()),
      clicks('[id$="-remove"]'),
      puts('.opened [type=text]', 'nonsense'),
      sees('[aria-invalid=true]'),
      sees('fieldset.opened'),
    ),
  ),
  scene(
    'options',
    opens('options.html#connection/main'),
    view('full', 'one connection', sees('.stored'), clicks(save), sees('.outcome .good')),
    view('full', 'about to forget the key', clicks('.stored .risky'), sees('.confirm')),
    view(
      'error',
      'key refused',
      reloads,
      sees('.stored'),
      answers({ fault: '401' }),
      clicks(save),
      sees('.outcome .note.danger'),
    ),
    view('busy', 'testing', answers(stuck), clicks(save), says('options.testing')),
  ),
  scene(
    'options',
    async (stage) => {
      const page = await stage.page('options.html');
      await page.evaluate(setSecond, long);
      return page;
    },
    view('full', 'several connections, one of which cannot be reached', sees('.lamp.bad')),
    view('empty', 'another is added', clicks('.card-foot .button'), sees('form')),
  ),
  scene(
    'options',
    async (stage) => {
      const page = await stage.page('options.html');
      await page.evaluate(setSecond, long);
      await page.goto(`${page.url()}#connection/second`);
      return page;
    },
    view(
      'error',
      'all that is its own, about to be removed',
      sees('.removal'),
      (page) => page.$$eval('.fold', (folds) => folds.map((one) => one.setAttribute('open', ''))),
      puts('#connection-rules', `no*star\n${long}`),
      puts('#connection-try', long),
      clicks('.removal .risky'),
      sees('.removal .confirm'),
    ),
    view('error', 'it was removed in another window', (page) => page.evaluate(setSecond), sees('.said .warned')),
  ),
];
