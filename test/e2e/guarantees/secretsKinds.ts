import type { Page } from 'puppeteer-core';
import { vi } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { type Heard, json } from '../../sandbox/kinds/standIn.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { fill, press, said, shows } from '../harness/controls.ts';
import { askAll } from './browsers.ts';
import { news, submit, typeName } from './kills.ts';
import { exported, hearAnswers, keepExports } from './secrets.ts';
import { host, type Stage, secrets } from './secretsSteps.ts';

/** Starts services of the other kinds, each with a key that occurs nowhere else. */
export async function startKinds() {
  const [umami, matomo] = await Promise.all([
    startUmami({ key: secrets['the Umami key'] }),
    startMatomo({ key: secrets['the Matomo token'] }),
  ]);
  return { umami, matomo };
}
export const kinds = ['umami', 'matomo'] as const;
export type Kinds = Awaited<ReturnType<typeof startKinds>>;

/** A refusal of each kind that contains the key. */
const telltale = {
  umami: (key: string) => json({ error: { message: `No such key: ${key}`, code: 'bad-request', status: 400 } }, 400),
  matomo: (key: string) => json({ result: 'error', message: `No such token: ${key}` }),
};

/** Adds the user and password of a proxy, which is possible where the key is not sent in the same header. */
async function addUser(options: Page): Promise<void> {
  await (await options.waitForSelector('summary'))?.click();
  await fill(options, 'Header name', 'Authorization');
  await fill(options, 'Header value', `anna:${secrets['the password of a proxy']}`);
  await press(options, 'button', 'Add header');
  await shows(options, 'Authorization');
}

/** Connects to both by hand, registers a website, saves the list, and makes each refuse with its key in the text. */
export async function useKinds({ subject, kinds: services, seen, glance, look }: Stage): Promise<void> {
  const options = await subject.open('options.html');
  await options.bringToFront();
  await hearAnswers(options);
  for (const kind of kinds) {
    await press(options, 'button', 'Add connection');
    await shows(options, 'New connection');
    await fill(options, 'Analytics service address', services[kind].url);
    await fill(options, 'API key', services[kind].key);
    if (kind === 'matomo') await addUser(options);
    await glance(options);
    await press(options, 'button', 'Save and test');
    await said(options, `${kind === 'umami' ? 'Umami' : 'Matomo'} connected`);
    await look(options);
    await press(options, 'link', 'Settings');
  }
  const list = await options.evaluate(async () => {
    const { connections } = await chrome.storage.local.get('connections');
    return connections?.value.list ?? [];
  });
  for (const kind of kinds) {
    const { id: connection = '' } = list.find(({ analyticsUrl }) => analyticsUrl === services[kind].url) ?? {};
    const manage = await subject.open(`manage.html?connection=${connection}`);
    await hearAnswers(manage);
    await typeName(manage, host);
    await submit(manage);
    await news(manage, host);
    await keepExports(manage);
    await press(manage, 'button', 'Export');
    await press(manage, 'button', 'JSON');
    await vi.waitUntil(async () => (await exported(manage)).length === 1);
    await look(manage);
    const questions = ['websites.list', 'site.check', 'websites.create'].map((ask) => ({
      ask,
      input: ask === 'websites.list' ? {} : { [ask === 'site.check' ? 'host' : 'domain']: `no.${host}` },
      connection,
    }));
    for (const question of questions) {
      services[kind].fail(telltale[kind](services[kind].key));
      const [answer] = await askAll(options, [question]);
      seen.set('answers to pages', `${seen.get('answers to pages') ?? ''}\n${JSON.stringify(answer)}`);
    }
    await manage.close();
  }
}

/** Returns where requests contain a key: the name of a header, the address, or a part of the body. */
export const placesOf = (key: string, log: readonly Heard[]): Set<string> =>
  new Set(
    log.flatMap(({ path, query, headers, body }) => [
      ...(`${path}?${query}`.includes(key) ? ['the address'] : []),
      ...Object.entries(headers).flatMap(([name, value]) => (String(value).includes(key) ? [name] : [])),
      ...(body.includes(key) ? [body.includes(`token_auth=${key}`) ? 'token_auth' : 'a body'] : []),
    ]),
  );
