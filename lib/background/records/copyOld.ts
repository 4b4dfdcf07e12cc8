import { isAllCopied, oldReadings, openRecords } from '../../records/database.ts';
import { inStep, leftToTransaction } from '../../records/inStep.ts';
import { factsFromOld, projectFromOld, rowFromOld } from '../../records/old.ts';
import { copiedPass } from '../../records/store.ts';
import type { ListFacts, Row } from '../../records/types.ts';

/** How many rows are moved in one transaction. Other work then need not wait long for the database. */
const rowsAtOnce = 1000;

/**
 * Whether the service has reported a record, or the whole list, to this version of Waymark. If so, the row of an
 * earlier version is out of date.
 */
const isReported = (row: Row | undefined, facts: ListFacts | undefined): boolean =>
  facts?.whole !== undefined || (row !== undefined && row.pass !== copiedPass);

/**
 * Moves the next rows of an earlier version's sites to the present table. Drops rows of records that the service has
 * reported since, and rows without an id. Resolves to whether rows may be left.
 */
async function copySites(): Promise<boolean> {
  const db = await openRecords();
  const readings = db.objectStoreNames.contains(oldReadings) ? ([oldReadings] as const) : [];
  const tables = ['sites', 'records.websites', 'records.lists', ...readings] as const;
  const change = db.transaction(tables, 'readwrite');
  return inStep(change, async () => {
    const [old, rows] = [change.objectStore('sites'), change.objectStore('records.websites')];
    const sites = await old.getAll(null, rowsAtOnce);
    for (const { base: account, host, id, several } of sites) {
      leftToTransaction(old.delete([account, host]));
      // Some records of this host were stored without an id and cannot be copied, so the list is incomplete. The entry
      // that says that it was read whole is therefore deleted.
      if (several || !id) for (const name of readings) leftToTransaction(change.objectStore(name).delete(account));
    }
    for (const site of sites.filter(({ id }) => id)) {
      const { base: account, id } = site;
      const [before, facts] = await Promise.all([
        rows.get([account, id]),
        change.objectStore('records.lists').get([account, 'websites']),
      ]);
      if (!isReported(before, facts)) leftToTransaction(rows.put(rowFromOld(site, before)));
    }
    return sites.length === rowsAtOnce;
  });
}

async function copyProjects(): Promise<boolean> {
  const change = (await openRecords()).transaction(['projects', 'records.projects'], 'readwrite');
  return inStep(change, async () => {
    const [old, rows] = [change.objectStore('projects'), change.objectStore('records.projects')];
    const projects = await old.getAll(null, rowsAtOnce);
    for (const project of projects) {
      leftToTransaction(old.delete([project.base, project.host]));
      // Drops the project if the account already has a row with its host. Compares hosts, because the name may be
      // spelled differently in that row.
      const named = await rows.index('hosts').getAll(project.host);
      if (!named.some(({ account }) => account === project.base)) leftToTransaction(rows.put(projectFromOld(project)));
    }
    return projects.length === rowsAtOnce;
  });
}

/** Moves an earlier version's facts about whole lists to the present table. Call it after all rows have been moved. */
async function copyReadings(): Promise<void> {
  const change = (await openRecords()).transaction([oldReadings, 'records.lists'], 'readwrite');
  await inStep(change, async () => {
    const [old, lists] = [change.objectStore(oldReadings), change.objectStore('records.lists')];
    for (const reading of await old.getAll()) {
      const { base: account } = reading;
      leftToTransaction(old.delete(account));
      if (account)
        leftToTransaction(lists.put({ ...factsFromOld(reading), ...(await lists.get([account, 'websites'])) }));
    }
  });
}

/**
 * Moves the rows of database versions before 3 to the present tables, and leaves the old tables empty. If the worker
 * stops, the next one continues.
 */
export async function copyOld(): Promise<void> {
  const db = await openRecords();
  if (await isAllCopied(db)) return;
  while (await copySites());
  while (await copyProjects());
  if (db.objectStoreNames.contains(oldReadings)) await copyReadings();
  await db.put('records.about', { key: 'copied' });
}
