import { addressOf } from '../address.ts';
import { ApiError } from '../api/index.ts';
import type { ConnectionReport, ConnectionStatus, Keep, Service, TestResult } from '../commands.ts';
import { activeConnection, type ConnectionAddress, connections, draft, get, set } from '../settings.ts';
import { forgetChecks } from './check.ts';
import { draftKey, forgetKey, isShared, keyFor, keyStatus, saveDraft, saveKey } from './keys.ts';
import { requestProblem } from './problems.ts';
import { type Context, request } from './service.ts';

interface SaveInput {
  analyticsUrl: string;
  seoUrl?: string;
  apiKey?: string;
  seoApiKey?: string;
  keep: Keep;
}

const rejected = (field: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', fields: { [field]: [reason] } });

function checked(field: string, text: string): string {
  const address = addressOf(text);
  if ('refused' in address) throw rejected(field, address.refused);
  return address.url;
}

async function active(): Promise<ConnectionAddress | undefined> {
  return activeConnection(await get(connections));
}

/** What pages may know of the connection. */
export async function status(): Promise<ConnectionStatus> {
  const connection = await active();
  const [analytics, seo] = await Promise.all([
    keyStatus(connection?.id, 'analytics', connection?.analyticsUrl),
    keyStatus(connection?.id, 'seo', connection?.seoUrl),
  ]);
  return { analytics, seo };
}

async function listOne(service: Service, context: Context): Promise<TestResult> {
  const name = service === 'seo' ? 'projects.list' : 'websites.list';
  try {
    const { items, total, more } = await request(name, { per_page: 100 }, context);
    return { ok: true, count: total ?? items.length, more: total === undefined && more };
  } catch (error) {
    return { ok: false, problem: requestProblem(error) };
  }
}

/** Reads one page of each list, and says per service what was found. */
export async function test(context: Context): Promise<ConnectionReport> {
  const connection = await active();
  const [analytics, seo] = await Promise.all([
    listOne('analytics', context),
    connection?.seoUrl ? listOne('seo', context) : undefined,
  ]);
  return { analytics, ...(seo ? { seo } : {}) };
}

/** Whether the SEO service has a key of its own for this address, not the one given for both services. */
const hasOwnKey = async (id: string, seoUrl: string): Promise<boolean> =>
  !!(await keyFor(id, 'seo', seoUrl)) && !(await isShared(id, 'seo'));

/** Saves the addresses and what keys were typed, then tests. A key stays bound to the origin it was typed for. */
export async function save(input: SaveInput, context: Context): Promise<ConnectionReport> {
  const analyticsUrl = checked('analyticsUrl', input.analyticsUrl);
  const seoUrl = input.seoUrl ? checked('seoUrl', input.seoUrl) : undefined;
  const { list, active: current } = await get(connections);
  const id = activeConnection({ list, active: current })?.id ?? 'main';
  const typed = input.apiKey ?? (await draftKey('analytics'));
  const typedSeo = input.seoApiKey ?? (await draftKey('seo'));
  if (!typed && !(await keyFor(id, 'analytics', analyticsUrl))) throw rejected('apiKey', 'required');
  if (seoUrl && !typed && !typedSeo && !(await keyFor(id, 'seo', seoUrl))) throw rejected('seoApiKey', 'required');

  const connection: ConnectionAddress = { id, analyticsUrl, ...(seoUrl ? { seoUrl } : {}) };
  await set(connections, { active: id, list: [...list.filter((other) => other.id !== id), connection] });

  const { keep } = input;
  if (typed) await saveKey(id, 'analytics', { url: analyticsUrl, key: typed, keep });
  if (!seoUrl) await forgetKey(id, 'seo');
  else if (typedSeo) await saveKey(id, 'seo', { url: seoUrl, key: typedSeo, keep });
  else if (typed && !(await hasOwnKey(id, seoUrl)))
    await saveKey(id, 'seo', { url: seoUrl, key: typed, shared: true, keep });

  await Promise.all([saveDraft('analytics', ''), saveDraft('seo', ''), set(draft, {})]);
  forgetChecks();
  return test(context);
}

/** Forgets a service's key; a key shared by both services is forgotten for both. */
export async function forget(service: Service): Promise<ConnectionStatus> {
  const connection = await active();
  if (connection) {
    if (service === 'analytics' && (await isShared(connection.id, 'seo'))) await forgetKey(connection.id, 'seo');
    await forgetKey(connection.id, service);
  }
  await saveDraft(service, '');
  forgetChecks();
  return status();
}
