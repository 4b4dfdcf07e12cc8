import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { chosen, control, press, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';

const host = 'shop.example.com';
const late = 1_500;

const open = () => openPopup(session, page);
/** The service answers the popup's own look-up late. */
const beLate = () => sandbox.behave({ delay: { is: late, operation: 'websites.list', times: 1 } });
/** The answer has come, and what it replaces at once is replaced. */
const answered = async () => {
  const isAnswered = () => sandbox.log.some(({ path, status }) => path.endsWith('/websites') && status);
  await expect.poll(isAnswered, { timeout: 2 * late }).toBe(true);
  await sleep(300);
};
const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').map(describeRequest);
const type = async (popup: Page, name: string, text: string) => {
  await (await control(popup, 'textbox', name)).focus();
  await popup.keyboard.type(text);
};
const textIn = (popup: Page, name: string) =>
  control(popup, 'textbox', name).then((box) => box.evaluate((input) => (input as HTMLInputElement).value));
/** What was typed for another record of the site is offered, and used. */
const use = (popup: Page) => press(popup, 'button', 'Use what you typed');
/** Opens the popup over the site, which is registered. */
const openRegistered = async () => {
  const { id } = sandbox.addWebsite({ domain: host, privacy: 1 });
  const popup = await open();
  await shows(popup, 'Registered');
  return { id, popup };
};
const typePassword = async (popup: Page, key?: 'Enter' | 'Tab') => {
  await press(popup, 'radio', 'Password');
  await type(popup, 'Password', 'walnut');
  if (key) await popup.keyboard.press(key);
};
const typeMore = async (popup: Page) => {
  await press(popup, 'button', 'More');
  await type(popup, 'Exclude URL parameters', 'ref');
};
const saveMore = (popup: Page) => typeMore(popup).then(() => press(popup, 'button', 'Save'));
/** Begins to delete the site, and types its name. */
const typeName = async (popup: Page) => {
  await press(popup, 'button', 'More');
  await press(popup, 'button', 'Delete website');
  await type(popup, `Type ${host} to confirm`, host);
};
const confirmDelete = (popup: Page) => typeName(popup).then(() => popup.keyboard.press('Enter'));
/** Somebody else changes or deletes a record. */
const elsewhere = (id: number, method: 'DELETE' | 'PATCH', fields = {}) =>
  fetch(`${sandbox.url}/api/v1/websites/${id}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.key}` },
    ...(method === 'PATCH' ? { body: new URLSearchParams(fields) } : {}),
  });
/** The popup knows the site from earlier, and the service has `now` in its place. */
const knownFromEarlier = async (...now: { domain: string }[]) => {
  await openRegistered();
  await page.bringToFront();
  sandbox.reset();
  sandbox.addWebsites(now);
  beLate();
  return open();
};

playWithOneService({ isWeb: true, open: () => session.browser.newPage() });
beforeEach(() => page.goto(`http://${host}/`));

test('a password that could not be saved stays where it is typed on', async () => {
  const { popup } = await openRegistered();
  const once = { operation: 'websites.update', times: 1 } as const;
  sandbox.behave({ delayAnswer: { is: 500, ...once }, fault: { is: '500', ...once } });
  await typePassword(popup, 'Enter');
  await shows(popup, 'status 500');
  await popup.keyboard.type(' lamp');
  expect(await textIn(popup, 'Password')).toBe('walnut lamp');
  await press(popup, 'button', 'Try again');
  await said(popup, 'Privacy is now Password');
  expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'walnut lamp' }]);
  await control(popup, 'button', 'Copy again');
});

describe('"Try again" sends nothing that is not on the screen', () => {
  const refused = async (privacy: 'Public' | 'Password') => {
    const { popup } = await openRegistered();
    sandbox.behave({ fault: { is: '500', operation: 'websites.update', times: 1 } });
    if (privacy === 'Password') await typePassword(popup, 'Enter');
    else await press(popup, 'radio', privacy);
    await shows(popup, 'status 500');
    return popup;
  };
  const isGone = (popup: Page) => popup.waitForFunction(() => !document.querySelector('.note.danger'));

  test('a privacy, once another one is chosen', async () => {
    const popup = await refused('Public');
    await press(popup, 'radio', 'Password');
    await isGone(popup);
    await type(popup, 'Password', 'walnut');
    await press(popup, 'button', 'Set password');
    await said(popup, 'Privacy is now Password');
    expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'walnut' }]);
  });

  test('a password that was erased', async () => {
    const popup = await refused('Password');
    await (await control(popup, 'textbox', 'Password')).evaluate((box) => (box as HTMLInputElement).select());
    await popup.keyboard.press('Delete');
    await press(popup, 'button', 'Try again');
    await isGone(popup);
    expect(sandbox.websites()).toMatchObject([{ privacy: 1 }]);
  });
});

describe('"Try again" is over once something else is typed or pressed', () => {
  const fails = (operation: 'websites.update' | 'websites.delete') =>
    sandbox.behave({ fault: { is: '500', operation, times: 1 } });
  const isOver = (popup: Page) =>
    popup.waitForFunction(
      () => ![...document.querySelectorAll('button')].some(({ innerText }) => innerText === 'Try again'),
    );

  test('under More', async () => {
    const { popup } = await openRegistered();
    fails('websites.update');
    await saveMore(popup);
    await control(popup, 'button', 'Try again');
    await type(popup, 'Exclude URL parameters', 'erer');
    await isOver(popup);
    await press(popup, 'button', 'Save');
    await said(popup, 'Saved');
    expect(sandbox.websites()).toMatchObject([{ exclude_params: 'referer' }]);
  });

  test.each([
    { what: 'Cancel', act: (popup: Page) => press(popup, 'button', 'Cancel') },
    { what: 'a key in the name that confirms a deletion', act: (popup: Page) => popup.keyboard.press('Backspace') },
  ])('$what', async ({ act }) => {
    const { popup } = await openRegistered();
    fails('websites.delete');
    await confirmDelete(popup);
    await shows(popup, `The service did not confirm. ${host} may have been deleted.`);
    await act(popup);
    await isOver(popup);
    expect(sandbox.websites()).toHaveLength(1);
  });

  test.each<{ what: string; begin: (popup: Page) => Promise<unknown>; act: (popup: Page) => Promise<unknown> }>([
    {
      what: 'Cancel, before a deletion has failed',
      begin: confirmDelete,
      act: (popup) => press(popup, 'button', 'Cancel'),
    },
    {
      what: 'a key in the name, before a deletion has failed',
      begin: confirmDelete,
      act: (popup) => popup.keyboard.type('x'),
    },
    {
      what: 'under More, before that has failed',
      begin: saveMore,
      act: (popup) => type(popup, 'Exclude URL parameters', 'erer'),
    },
    {
      what: 'another privacy, before the first has failed',
      begin: (popup) => press(popup, 'radio', 'Public'),
      act: (popup) => press(popup, 'radio', 'Password'),
    },
  ])('$what', async ({ begin, act }) => {
    const { popup } = await openRegistered();
    const once = { operation: ['websites.update' as const, 'websites.delete' as const], times: 1 };
    sandbox.behave({ fault: { is: '500', ...once }, delay: { is: late, ...once } });
    await begin(popup);
    await act(popup);
    await expect.poll(() => sandbox.log.some(({ status }) => status === 500)).toBe(true);
    await sleep(300);
    await isOver(popup);
    expect(sandbox.websites()).toMatchObject([{ domain: host, privacy: 1 }]);
  });
});

describe('what is typed or chosen while something is sent is there after it, or offered', () => {
  const late = (operation: 'websites.create' | 'websites.delete') =>
    sandbox.behave({ delay: { is: 1_500, operation, times: 1 } });

  test('a privacy, while the site is registered', async () => {
    late('websites.create');
    const popup = await open();
    await press(popup, 'button', `Track ${host}`);
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    expect(sandbox.websites()).toMatchObject([{ domain: host, privacy: 0 }]);
  });

  test.each<{ what: string; begin: (popup: Page) => Promise<unknown>; end: string }>([
    {
      what: 'registered',
      begin: (popup) => {
        late('websites.create');
        return press(popup, 'button', `Track ${host}`);
      },
      end: 'is registered',
    },
    {
      what: 'deleted',
      begin: async (popup) => {
        await shows(popup, 'Registered');
        late('websites.delete');
        await confirmDelete(popup);
        await press(popup, 'button', 'Cancel');
      },
      end: 'was deleted',
    },
    {
      what: 'registered no more',
      begin: async (popup) => {
        await press(popup, 'button', `Track ${host}`);
        await said(popup, 'is registered');
        late('websites.delete');
        await press(popup, 'button', 'Undo');
      },
      end: 'no longer registered',
    },
  ])('a password, while the site is $what', async ({ what, begin, end }) => {
    if (what === 'deleted') sandbox.addWebsite({ domain: host, privacy: 1 });
    const popup = await open();
    await begin(popup);
    await typePassword(popup);
    await shows(popup, end);
    // The record that was made is the site that it was typed for.
    if (what !== 'registered') await use(popup);
    expect(await textIn(popup, 'Password')).toBe('walnut');
  });
});

test('a password typed for another name meanwhile is not there for a site that was already registered', async () => {
  const other = 'example.com';
  const popup = await open();
  await shows(popup, 'Not registered');
  sandbox.addWebsite({ domain: host, privacy: 1 });
  beLate();
  const pick = (name: string) =>
    popup.$$eval('.names label', (all, at) => all.find((one) => one.textContent?.startsWith(at))?.click(), name);
  await press(popup, 'button', `Track ${host}`);
  await press(popup, 'button', 'Which name to register');
  await pick(other);
  await control(popup, 'button', `Track ${other}`);
  await press(popup, 'radio', 'Password');
  await type(popup, 'Password', 'for the other');
  await answered();
  await pick(host);
  await said(popup, 'was already registered');
  expect(await chosen(popup)).toBe('Private');
});

describe('a password that was set here is not offered to be copied', () => {
  const set = async () => {
    const { id, popup } = await openRegistered();
    await typePassword(popup, 'Enter');
    await control(popup, 'button', 'Copy again');
    return { id, popup };
  };
  const isPlain = async (popup: Page) => {
    await shows(popup, 'Password set');
    expect(await popup.evaluate(() => document.body.innerText)).not.toContain('Copy again');
  };

  test('once the site was made anew', async () => {
    const { id, popup } = await set();
    await elsewhere(id, 'DELETE');
    sandbox.addWebsite({ domain: host, privacy: 2, password: 'theirs' });
    await press(popup, 'radio', 'Public');
    await shows(popup, 'This is now a different website');
    await isPlain(popup);
  });

  test('once it is not known which of two others the site has', async () => {
    const { popup } = await set();
    const once = { operation: 'websites.update', times: 1 } as const;
    sandbox.behave({ fault: { is: '500', ...once } });
    await press(popup, 'button', 'Change');
    await type(popup, 'Password', 'another');
    await popup.keyboard.press('Enter');
    await control(popup, 'button', 'Try again');
    await press(popup, 'button', 'Cancel');
    await isPlain(popup);
  });

  test('once somebody else set another one', async () => {
    const { id, popup } = await set();
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    await elsewhere(id, 'PATCH', { privacy: '2', password: 'theirs' });
    await press(popup, 'button', 'Undo');
    await shows(popup, 'has been changed at the service since');
    await isPlain(popup);
  });
});

test('a site that was made anew under another id is deleted: what is said then is that it is registered', async () => {
  const { id, popup } = await openRegistered();
  await elsewhere(id, 'DELETE');
  sandbox.addWebsite({ domain: host, privacy: 1 });
  await confirmDelete(popup);
  await said(popup, 'was already deleted');
  await shows(popup, 'Registered');
  expect(sandbox.websites()).toHaveLength(1);
});

test('a change of a site that was not read yet is not offered to be undone: what it was is not known', async () => {
  const popup = await knownFromEarlier({ domain: host });
  await press(popup, 'radio', 'Public');
  await said(popup, 'Privacy is now Public');
  expect(await popup.evaluate(() => document.body.innerText)).not.toContain('Undo');
});

describe('a password is sent to a site that was deleted since', () => {
  const deletedSince = async () => {
    const { id, popup } = await openRegistered();
    await elsewhere(id, 'DELETE');
    return popup;
  };

  test('it was made anew under another id: the password is offered for that one', async () => {
    const popup = await deletedSince();
    sandbox.addWebsite({ domain: host, privacy: 1 });
    await typePassword(popup, 'Enter');
    await shows(popup, 'This is now a different website at the service. Nothing was changed.');
    await use(popup);
    await expect.poll(() => textIn(popup, 'Password')).toBe('walnut');
    expect(sandbox.websites()).toMatchObject([{ privacy: 1 }]);
    await press(popup, 'button', 'Set password');
    await said(popup, 'Privacy is now Password');
    expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'walnut' }]);
  });

  test.each([
    { now: 'made anew under another id', again: true, button: 'Save' },
    { now: 'gone', again: false, button: `Track ${host}` },
  ])('it is $now: what was typed under More is offered', async ({ again, button }) => {
    const popup = await deletedSince();
    if (again) sandbox.addWebsite({ domain: host, privacy: 1 });
    await saveMore(popup);
    await shows(popup, again ? 'This is now a different website' : 'was already deleted');
    await use(popup);
    await expect.poll(() => textIn(popup, 'Exclude URL parameters')).toBe('ref');
    expect(writes().slice(1)).toEqual([expect.stringContaining('PATCH')]);
    await press(popup, 'button', button);
    await expect.poll(() => sandbox.websites()).toMatchObject([{ privacy: 1, exclude_params: 'ref' }]);
  });

  test('it was made anew, and Public was chosen instead of it: what is shown is what it is', async () => {
    const popup = await deletedSince();
    sandbox.addWebsite({ domain: host, privacy: 1 });
    await typePassword(popup);
    await press(popup, 'radio', 'Public');
    await shows(popup, 'This is now a different website at the service. Nothing was changed.');
    await expect.poll(() => chosen(popup)).toBe('Private');
  });

  test('it is gone, and another name was picked meanwhile: the password that is typed for that one stays', async () => {
    const popup = await deletedSince();
    sandbox.behave({ delay: { is: 2 * late, operation: 'websites.list' } });
    await typePassword(popup, 'Enter');
    await shows(popup, 'does not have this');
    await press(popup, 'button', 'Which name to register');
    await popup.$$eval('.names label', (labels) =>
      labels.find((one) => one.textContent?.startsWith('example.com'))?.click(),
    );
    await control(popup, 'button', 'Track example.com');
    await press(popup, 'radio', 'Password');
    await type(popup, 'Password', 'birch');
    await expect.poll(() => sandbox.log.at(-1)?.status, { timeout: 20_000 }).toBe(200);
    await sleep(2000);
    expect(await textIn(popup, 'Password')).toBe('birch');
  });

  test('it is gone: what is typed after Enter is not cut off', async () => {
    const popup = await deletedSince();
    sandbox.behave({ delay: { is: 300, operation: 'websites.update' } });
    await typePassword(popup, 'Enter');
    await popup.keyboard.type(' lamp and more', { delay: 120 });
    await said(popup, `${host} was already deleted`);
    await use(popup);
    expect(await textIn(popup, 'Password')).toBe('walnut lamp and more');
    expect(sandbox.websites()).toEqual([]);
  });
});

const focused = (popup: Page) =>
  popup.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.textContent);

describe('a site that was registered when the popup saw it last', () => {
  test('its id is another website by now: that one is left alone', async () => {
    const popup = await knownFromEarlier({ domain: 'other.example.net' });
    await press(popup, 'radio', 'Public');
    await said(popup, `${host} was already deleted`);
    await control(popup, 'button', `Track ${host}`);
    expect(writes()).toEqual([]);
  });

  test('it was made anew under another id: that one is shown', async () => {
    const popup = await knownFromEarlier({ domain: 'other.example.net' }, { domain: host });
    await press(popup, 'radio', 'Public');
    await shows(popup, 'This is now a different website at the service. Nothing was changed.');
    await answered();
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    expect(writes()).toEqual(['PATCH /api/v1/websites/2 privacy="0" [key] -> 200']);
  });

  test.each(['Enter', 'Tab'] as const)(
    'it is gone: a password that is being typed stays, and %s registers nothing',
    async (key) => {
      const popup = await knownFromEarlier();
      await typePassword(popup);
      await answered();
      await popup.keyboard.type(' lamp');
      expect(await textIn(popup, 'Password')).toBe('walnut lamp');
      await popup.keyboard.press(key);
      await said(popup, `${host} was already deleted`);
      await use(popup);
      expect(await textIn(popup, 'Password')).toBe('walnut lamp');
      expect(writes()).toEqual([]);
    },
  );

  test('a change of it is answered while a password is typed: it stays, and a space registers nothing', async () => {
    const popup = await knownFromEarlier({ domain: 'other.example.net' });
    const delays = ['websites.list', 'websites.show'] as const;
    sandbox.behave({ delay: delays.map((operation) => ({ is: late, operation, times: 1 })) });
    await press(popup, 'radio', 'Public');
    await typePassword(popup);
    await shows(popup, 'This is now a different website at the service. Nothing was changed.');
    await popup.keyboard.type(' lamp');
    expect(await textIn(popup, 'Password')).toBe('walnut lamp');
    await popup.keyboard.press('Tab');
    await said(popup, `${host} was already deleted`);
    await use(popup);
    expect(await textIn(popup, 'Password')).toBe('walnut lamp');
    expect(writes()).toEqual([]);
  });

  test('it is gone: Enter after the name that is typed to delete it registers nothing', async () => {
    const popup = await knownFromEarlier();
    await typeName(popup);
    await answered();
    await popup.keyboard.press('Enter');
    await said(popup, `${host} was already deleted`);
    expect(writes()).toEqual([]);
  });

  test.each<{ where: string; go: (popup: Page) => Promise<unknown> }>([
    { where: 'on the link to its statistics', go: (popup) => control(popup, 'link', 'Open statistics') },
    {
      where: 'on another button than the box that was left',
      go: async (popup) => {
        await typePassword(popup, 'Tab');
      },
    },
  ])('it is gone, and the focus was $where: no key registers it', async ({ go }) => {
    const popup = await knownFromEarlier();
    await go(popup);
    await said(popup, `${host} was already deleted`);
    expect(await focused(popup)).toBe('status');
    await popup.keyboard.press('Enter');
    await popup.keyboard.press('Space');
    await sleep(300);
    expect(writes()).toEqual([]);
  });

  test('a change of it that failed does not stand in the way of a new one', async () => {
    const popup = await knownFromEarlier();
    sandbox.behave({ fault: { is: '500', operation: 'websites.show' } });
    await press(popup, 'radio', 'Public');
    await shows(popup, 'status 500');
    await said(popup, `${host} was already deleted`);
    await press(popup, 'button', `Track ${host}`);
    await said(popup, 'is registered');
  });

  test('a change whose answer tells nothing of it: its other fields are read before they are shown', async () => {
    const popup = await knownFromEarlier({ domain: host, exclude_params: 'ref' } as { domain: string });
    sandbox.behave({ fields: 'params', write: { is: { record: false }, operation: 'websites.update' } });
    await press(popup, 'radio', 'Public');
    await said(popup, 'Privacy is now Public');
    await press(popup, 'button', 'More');
    await expect.poll(() => textIn(popup, 'Exclude URL parameters')).toBe('ref');
  });
});

test('a site that turns out to be registered: the password that was typed for a new one is offered for it', async () => {
  sandbox.addWebsite({ domain: host, privacy: 1 });
  beLate();
  const popup = await open();
  await typePassword(popup);
  await answered();
  await popup.keyboard.type(' lamp');
  await popup.keyboard.press('Tab');
  await shows(popup, 'Registered');
  expect(await chosen(popup)).toBe('Private');
  await use(popup);
  expect(await textIn(popup, 'Password')).toBe('walnut lamp');
  expect(writes()).toEqual([]);
});

test('a site that turns out to be registered: what was typed under More for a new one is offered for it', async () => {
  sandbox.addWebsite({ domain: host, privacy: 1 });
  beLate();
  const popup = await open();
  await typeMore(popup);
  await (await control(popup, 'button', 'More')).focus();
  await shows(popup, 'Registered');
  await use(popup);
  expect(await textIn(popup, 'Exclude URL parameters')).toBe('ref');
  expect(writes()).toEqual([]);
  await press(popup, 'button', 'Save');
  await said(popup, 'Saved');
  expect(sandbox.websites()).toMatchObject([{ privacy: 1, exclude_params: 'ref' }]);
});

test('Undo of a privacy undoes nothing that somebody else set since', async () => {
  const { id, popup } = await openRegistered();
  await press(popup, 'radio', 'Public');
  await said(popup, 'Privacy is now Public');
  await elsewhere(id, 'PATCH', { privacy: '2', password: 'theirs' });
  await press(popup, 'button', 'Undo');
  await shows(popup, 'has been changed at the service since, so this was not undone');
  await shows(popup, 'Password set');
  expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'theirs' }]);
});

test('a password that was typed for a site that is found to be registered is offered for it', async () => {
  beLate();
  sandbox.addWebsite({ domain: host, privacy: 1 });
  const popup = await open();
  await typePassword(popup, 'Enter');
  await said(popup, 'was already registered');
  await use(popup);
  expect(await textIn(popup, 'Password')).toBe('walnut');
  expect(writes()).toEqual([]);
});

test('a site that turns out to be covered: nobody who is at the form of a new one loses it', async () => {
  sandbox.addWebsite({ domain: 'example.com' });
  beLate();
  const popup = await open();
  await typePassword(popup, 'Tab');
  await shows(popup, 'Covered by example.com');
  expect(await textIn(popup, 'Password')).toBe('walnut');
  await control(popup, 'button', `Track ${host}`);
});
