import { dropAccess } from '../connections/permissions.ts';
import { keptAddresses } from './auditRepeats.ts';
import { get, type Setting, set } from './settings.ts';

/** The addresses that a page has access to only while it looks at them. */
export const lentAccess: Setting<string[]> = {
  key: 'lentAccess',
  area: 'local',
  version: 1,
  fallback: [],
  parse: (value) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined),
};

/** Held by the page that looks; the browser takes it from one that is closed. */
const lentLock = 'lent-access';

/** Gives access to addresses back, but for what something else needs. What cannot be given back stops nothing. */
export const giveBackAccess = (urls: readonly string[]): Promise<void> =>
  keptAddresses()
    .then((kept) => dropAccess(urls, kept))
    .catch(() => {});

async function giveBack(urls: readonly string[]): Promise<void> {
  await giveBackAccess(urls);
  await set(lentAccess, []).catch(() => {});
}

/** Does what needs access to addresses, and gives it back; the worker does where the page is closed before. */
export const withLentAccess = (urls: string[], work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(lentLock, async () => {
    await set(lentAccess, urls).catch(() => {});
    try {
      await work();
    } finally {
      await giveBack(urls);
    }
  });

/** Gives back what was lent to a page that has been closed. */
export const giveBackLent = (): Promise<void> =>
  navigator.locks.request(lentLock, { ifAvailable: true }, async (lock) => {
    const lent = lock ? await get(lentAccess) : [];
    if (lent.length) await giveBack(lent);
  });
