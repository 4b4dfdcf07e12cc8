import { isObject, type JsonObject, own, toCount, toText } from '../coerce.ts';
import { parseJson } from '../json.ts';
import { unreadable } from '../jsonAnswer.ts';
import type { ServiceKind } from '../kind.ts';
import type { InputOf } from '../operations.ts';
import type { Session } from '../session.ts';
import type { Reply } from '../transport.ts';
import type { Website } from '../types.ts';
import { ask, type Fields, ownHeader } from './ask.ts';
import { hits } from './hits.ts';
import { checkedId, find, list, showRaw, unlessGone } from './read.ts';
import { maxList, plainText } from './records.ts';

const joined = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(',');

const filled = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

/**
 * Creates a website. Matomo chooses the id and accepts duplicates, so after a lost answer, only a look-up can tell
 * whether the website was created.
 */
async function create(
  { domain, exclude_params = [], exclude_ips = [] }: InputOf<'websites.create'>,
  session: Session,
): Promise<Website | undefined> {
  const lists = { excludedQueryParameters: joined(exclude_params), excludedIps: joined(exclude_ips) };
  const fields: Fields = { siteName: domain, 'urls[0]': `https://${domain}`, ...filled(lists) };
  const body = await ask(session, 'SitesManager.addSite', fields);
  const id = toCount(isObject(body) ? own(body, 'value') : undefined);
  return id ? { id: String(id), domain, hosts: [domain], exclude_params, exclude_ips } : undefined;
}

/** The lists that an update clears if it leaves them out: the name of each in a record, and its name in an update. */
const cleared = {
  excluded_ips: 'excludedIps',
  excluded_parameters: 'excludedQueryParameters',
  excluded_user_agents: 'excludedUserAgents',
  excluded_referrers: 'excludedReferrers',
  sitesearch_keyword_parameters: 'searchKeywordParameters',
  sitesearch_category_parameters: 'searchCategoryParameters',
} as const;
/** The lists that every version of Matomo reports. The others came with later versions. */
const alwaysReported = ['excluded_ips', 'excluded_parameters'];

/**
 * Returns a record's lists as fields for an update, which would otherwise clear them. Throws kind `shape` if the record
 * lacks a list that every version reports.
 */
function keptLists(raw: JsonObject): Fields {
  if (alwaysReported.some((name) => typeof own(raw, name) !== 'string')) throw unreadable();
  const kept = Object.entries(cleared).map(([name, field]) => [field, plainText(own(raw, name), maxList) ?? '']);
  return filled(Object.fromEntries(kept));
}

function done(body: unknown): void {
  if (isObject(body) && own(body, 'result') === 'success') return;
  throw unreadable();
}

/**
 * Updates a website. First reads its record, because the update must send all lists again. Resolves to the record after
 * the update, or to undefined if that cannot be read.
 */
async function update(
  { id, exclude_params, exclude_ips }: InputOf<'websites.update'>,
  session: Session,
): Promise<Website | undefined> {
  const { raw } = await showRaw(id, session);
  const fields = {
    idSite: id,
    ...keptLists(raw),
    ...(exclude_params ? { excludedQueryParameters: joined(exclude_params) } : {}),
    ...(exclude_ips ? { excludedIps: joined(exclude_ips) } : {}),
  };
  done(await unlessGone(id, session, ask(session, 'SitesManager.updateSite', fields)));
  return showRaw(id, session).then(
    ({ website }) => website,
    () => undefined,
  );
}

/**
 * Whether an answer to a request without a key comes from Matomo: it has Matomo's header, its version or its form of
 * refusal.
 */
function isItsAnswer({ status, headers, text }: Reply): boolean {
  if (headers.has(ownHeader)) return true;
  const body = parseJson(text ?? '')?.value;
  if (!isObject(body)) return false;
  return status === 200
    ? /^\d+\.\d+/.test(toText(own(body, 'value')) ?? '')
    : status === 401 && own(body, 'result') === 'error';
}

/** Matomo, versions 4 and 5. Every request is a form that contains the key. */
export const kind: ServiceKind = {
  oneAtATime: true,
  operations: {
    'websites.list': list,
    'websites.find': find,
    'websites.show': async ({ id }, session) => (await showRaw(id, session)).website,
    'websites.hits': hits,
    'websites.create': create,
    'websites.update': update,
    'websites.delete': async ({ id }, session) => {
      done(await unlessGone(id, session, ask(session, 'SitesManager.deleteSite', { idSite: checkedId(id) })));
      return undefined;
    },
  },
  async identify(url, ask) {
    // Refuses an address that ends in the script's name. Servers ignore a path after that name, so Matomo would answer
    // there, too, but its tracking script is not below such an address.
    if (url.endsWith('/index.php')) return false;
    const form = new URLSearchParams({ module: 'API', format: 'JSON', method: 'API.getMatomoVersion' });
    return isItsAnswer(await ask('POST', '/index.php', form));
  },
};
