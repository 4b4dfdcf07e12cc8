import { inExtension } from './pages.ts';
import type { Installed } from './subject.ts';

type Extension = Pick<Installed, 'browser' | 'id'>;

/** The site that is looked up among the known sites. */
export const host = 'known.example.com';

/** Resolves to the first connection's account, by which its sites are stored. */
export const accountOf = ({ browser, id }: Extension): Promise<string> =>
  inExtension(
    browser,
    id,
    `chrome.storage.local.get('connections').then((all) => all.connections.value.list[0].account)`,
  );

/**
 * Fills the store with `count` sites of each account, as if its whole list had just been read, so that Waymark does not
 * read it again. The first account's sites include the site that is looked up. Resolves to the number of sites.
 */
export const fillSites = ({ browser, id }: Extension, accounts: readonly string[], count: number): Promise<number> =>
  inExtension(
    browser,
    id,
    `(async () => {
      const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
      const store = await done(indexedDB.open('waymark'));
      const open = (table) => store.transaction(table, 'readwrite').objectStore(table);
      const [sitesFor, factsFor] = [() => open('records.websites'), () => open('records.lists')];
      const row = (account, domain, id, privacy) => ({ account, slot: id, record: { id, domain, privacy }, hosts: [domain], at: Date.now(), pass: 1e6 });
      await done(sitesFor().clear());
      await done(factsFor().clear());
      for (const [at, base] of ${JSON.stringify(accounts)}.entries()) {
        for (let from = 0; from < ${count}; from += 5000) {
          const sites = sitesFor();
          let last;
          for (let n = from; n < Math.min(from + 5000, ${count}); n++)
            last = sites.put(row(base, at + n === 0 ? '${host}' : 'site' + at + '-' + n + '.example.org', String(n + 1), n % 3));
          await done(last);
        }
        const facts = { account: base, list: 'websites', whole: Date.now(), tried: Date.now(), pass: 1e6, ended: 1e6, total: ${count}, counted: ${count} };
        await done(factsFor().put(facts));
      }
      const total = await done(store.transaction('records.websites').objectStore('records.websites').count());
      store.close();
      return total;
    })()`,
  );

/** Adds connections with one account each until there are `count`. Resolves to all accounts. */
export const addConnections = ({ browser, id }: Extension, count: number): Promise<string[]> =>
  inExtension(
    browser,
    id,
    `(async () => {
      const { connections } = await chrome.storage.local.get('connections');
      const [first] = connections.value.list;
      for (let n = 1; n < ${count}; n++) connections.value.list.push({ ...first, id: 'more' + n, name: 'Client ' + n, account: 'account' + n, analyticsUrl: first.analyticsUrl + '/' + n, rules: ['client' + n + '.example', '*.client' + n + '.example'] });
      await chrome.storage.local.set({ connections });
      return connections.value.list.map(({ account }) => account);
    })()`,
  );
