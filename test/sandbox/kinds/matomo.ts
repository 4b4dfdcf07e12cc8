import { type Heard, html, json, type Said, startStandIn } from './standIn.ts';

/** A record as Matomo 5.3 keeps it, and its addresses. */
export interface MatomoRow {
  idsite: number;
  name: string;
  urls: string[];
  ts_created: string;
  timezone: string;
  currency: string;
  excluded_ips: string;
  excluded_parameters: string;
  excluded_user_agents: string;
  excluded_referrers: string;
  sitesearch_keyword_parameters: string;
  sitesearch_category_parameters: string;
}

type Form = URLSearchParams;
type Sites = {
  rows: MatomoRow[];
  made: number;
  rights: 'super' | 'admin' | 'write';
  version: string;
  isAlone: boolean;
};
/** Before version 5 numbers came as texts, and a refusal for want of rights with status 200. */
const isOld = ({ version }: Sites) => version.startsWith('4');
const inItsTypes = (body: unknown, sites: Sites) =>
  isOld(sites)
    ? JSON.parse(JSON.stringify(body, (_, value) => (typeof value === 'number' ? `${value}` : value)))
    : body;
type Method = (form: Form, sites: Sites) => unknown;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
const success = { result: 'success', message: 'ok' };
class Refused extends Error {}

/** The first is there also where it is none. */
const addresses = ([main = '', ...others]: string[]) => [main, ...others];

const record = ({ urls, ...row }: MatomoRow, withUrls = false) => ({
  ...row,
  main_url: addresses(urls)[0],
  group: '',
  type: 'website',
  creator_login: 'admin',
  ...(withUrls ? { alias_urls: addresses(urls) } : {}),
});

const urlsIn = (form: Form): string[] =>
  [...form]
    .filter(([name]) => /^urls(\[\d*\])?$/.test(name))
    .map(([, value]) => escaped(value.replace(/\/$/, '')))
    .filter(Boolean);

const ipForm = /^(\d{1,3}(\.(\d{1,3}|\*)){3}|[\da-f:]+)(\/\d+)?$/i;
function checkedIps(text: string): string {
  for (const ip of text.split(',').filter(Boolean))
    if (!ipForm.test(ip))
      throw new Refused(
        `Excluded IPs: The IP to exclude "${ip}" does not have a valid IP format (eg. 1.2.3.4, 1.2.3.*, or 1.2.3.4/5).`,
      );
  return text;
}

/** What is typed is kept as HTML has it. */
const field = (form: Form, name: string) => escaped(form.get(name) ?? '');

/** Lists: what a form leaves out of them is empty, in an update too. */
const listsIn = (form: Form) => ({
  excluded_ips: checkedIps(form.get('excludedIps') ?? ''),
  excluded_parameters: field(form, 'excludedQueryParameters'),
  excluded_user_agents: field(form, 'excludedUserAgents'),
  excluded_referrers: field(form, 'excludedReferrers'),
  sitesearch_keyword_parameters: field(form, 'searchKeywordParameters'),
  sitesearch_category_parameters: field(form, 'searchCategoryParameters'),
});

const found = (form: Form, { rows }: Sites): MatomoRow | undefined =>
  rows.find(({ idsite }) => String(idsite) === form.get('idSite'));
const known = (form: Form, sites: Sites): MatomoRow => {
  const row = found(form, sites);
  if (row) return row;
  throw new Refused(`An unexpected website was found in the request: website id was set to '${form.get('idSite')}' .`);
};

const bare = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

const reads: Record<string, Method> = {
  'API.getMatomoVersion': (_form, { version }) => ({ value: version }),
  'UsersManager.hasSuperUserAccess': (_form, { rights }) => ({ value: rights === 'super' }),
  'SitesManager.getSitesWithAdminAccess': (form, { rows, rights }) => {
    if (rights === 'write') return [];
    const pattern = (form.get('pattern') ?? '').toLowerCase();
    const all = rows.filter(({ name, urls }) =>
      [name, urls[0] ?? ''].some((text) => text.toLowerCase().includes(pattern)),
    );
    const limit = Number(form.get('limit') ?? 0);
    return (limit ? all.slice(0, limit) : all).map((row) => record(row, form.get('fetchAliasUrls') === '1'));
  },
  'SitesManager.getSitesIdWithAtLeastViewAccess': (_form, { rows }) => rows.map(({ idsite }) => idsite),
  'SitesManager.getSiteFromId': (form, sites) => record(known(form, sites)),
  'SitesManager.getSiteUrlsFromId': (form, sites) => addresses(known(form, sites).urls),
  'SitesManager.getSitesIdFromSiteUrl': (form, { rows }) =>
    rows
      .filter(({ urls }) => urls.some((url) => bare(url) === bare(form.get('url') ?? '')))
      .map(({ idsite }) => ({ idsite })),
  'API.getBulkRequest': (form, sites) =>
    [...form]
      .filter(([name]) => name.startsWith('urls['))
      .map(([, inner]) => {
        const one = new URLSearchParams(inner);
        if (!one.has('filter_limit')) one.set('filter_limit', form.get('filter_limit') ?? '100');
        return answerOf(reads[one.get('method') ?? ''], one, sites);
      }),
};

class NotAllowed extends Error {}
const superuser = ({ rights }: Sites) => {
  if (rights !== 'super') throw new NotAllowed("a 'superuser' access");
};
const administrator = ({ rights }: Sites, form: Form) => {
  if (rights === 'write') throw new NotAllowed(`'admin' access for the website id = ${form.get('idSite')}`);
};

const writes: Record<string, Method> = {
  'SitesManager.addSite': (form, sites) => {
    superuser(sites);
    // As long as its column is.
    const name = field(form, 'siteName').slice(0, 90);
    if (!name) throw new Refused("Please specify a value for 'siteName'.");
    sites.made += 1;
    const ts_created = new Date().toISOString().slice(0, 19).replace('T', ' ');
    const lists = listsIn(form);
    sites.rows.push({
      idsite: sites.made,
      name,
      urls: urlsIn(form),
      ts_created,
      timezone: 'UTC',
      currency: 'USD',
      ...lists,
    });
    return { value: sites.made };
  },
  'SitesManager.updateSite': (form, sites) => {
    administrator(sites, form);
    const row = found(form, sites);
    if (!row) throw new Refused(`website id = ${form.get('idSite')} not found`);
    const urls = urlsIn(form);
    Object.assign(
      row,
      listsIn(form),
      urls.length ? { urls } : {},
      form.has('siteName') ? { name: field(form, 'siteName') } : {},
    );
    return success;
  },
  'SitesManager.deleteSite': (form, sites) => {
    superuser(sites);
    const row = found(form, sites);
    if (!row) throw new Refused(`website id = ${form.get('idSite')} not found`);
    if (sites.isAlone && sites.rows.length === 1)
      throw new Refused('It is not possible to delete this website as it is the only registered website.');
    sites.rows.splice(sites.rows.indexOf(row), 1);
    return success;
  },
};

const refusal = (message: string) => ({ result: 'error', message: escaped(message) });

/** Every list is cut, by default after 100 rows; within several reads as these are. */
const cut = (answer: unknown, form: Form) => {
  const limit = Number(form.get('filter_limit') ?? 100);
  return Array.isArray(answer) && limit >= 0 ? answer.slice(0, limit) : answer;
};

/** An error is an answer like any other. */
function answerOf(method: Method | undefined, form: Form, sites: Sites): unknown {
  if (!method) return refusal(`The method '${form.get('method')}' does not exist or is not available.`);
  try {
    return cut(method(form, sites), form);
  } catch (error) {
    if (error instanceof Refused) return refusal(error.message);
    throw error;
  }
}

const requestId = { 'x-matomo-request-id': '8f1c7' };
const notAllowed = (sites: Sites, what = "a 'superuser' access") =>
  json(refusal(`You can't access this resource as it requires ${what}.`), isOld(sites) ? 200 : 401, requestId);

/** As nobody: lists are empty, which is no error; all else is. */
const toNobody = (name: string) =>
  name === 'UsersManager.hasSuperUserAccess'
    ? { value: false }
    : name in reads && name !== 'API.getMatomoVersion'
      ? []
      : refusal("You can't access this resource as it requires view access for at least one website.");

function asNobody(name: string, form: Form, sites: Sites): Said {
  if (name in writes) return notAllowed(sites);
  const isError = isOld(sites) ? false : 'result' in toNobody(name);
  if (name !== 'API.getBulkRequest') return json(toNobody(name), isError ? 401 : 200, requestId);
  const inner = [...form].filter(([field]) => field.startsWith('urls['));
  return json(
    inner.map(([, one]) => toNobody(new URLSearchParams(one).get('method') ?? '')),
    200,
    requestId,
  );
}

/** Only the form's token counts: a header says nothing before 5.4. */
function called(form: Form, key: string, sites: Sites): Said {
  const name = form.get('method') ?? '';
  const token = form.get('token_auth');
  if (token === null || (token !== key && isOld(sites))) return asNobody(name, form, sites);
  if (token !== key) return { ...html(401), headers: { 'content-type': 'text/html', ...requestId } };
  const run = reads[name] ?? writes[name];
  try {
    return json(inItsTypes(answerOf(run, form, sites), sites), run ? 200 : 400, requestId);
  } catch (error) {
    if (error instanceof NotAllowed) return notAllowed(sites, error.message);
    throw error;
  }
}

/** Answers as Matomo 5.3 did: see the rows of test/contract/kinds/matomoStandIn.test.ts. `rights`: what the key's user may; `isAlone`: what a test makes is all there is, the last of which stays. */
export async function startMatomo({
  key = '0123456789abcdef0123456789abcdef',
  rights = 'super',
  version = '5.3.1',
  isAlone = false,
  port,
}: {
  key?: string;
  rights?: Sites['rights'];
  version?: string;
  isAlone?: boolean;
  port?: number;
} = {}) {
  const sites: Sites = { rows: [], made: 0, rights, version, isAlone };
  const answer = ({ method, path, body, headers }: Heard): Said | undefined => {
    if (path === '/matomo.js') return { status: 200, body: '', headers: { 'content-type': 'text/javascript' } };
    const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded');
    // What comes behind a script's name is passed over, as most servers do.
    if (method !== 'POST' || !/^\/index\.php(\/|$)/.test(path) || !isForm) return html(404);
    return called(new URLSearchParams(body), key, sites);
  };
  /** A record that is there; its id. */
  const put = (urls: string[], more: Partial<MatomoRow> = {}) => {
    const row: MatomoRow = {
      idsite: 100 + sites.rows.length,
      name: urls[0]?.replace('https://', '') ?? 'Nowhere',
      urls,
      ts_created: '2026-11-21 22:34:51',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      excluded_ips: '',
      excluded_parameters: '',
      excluded_user_agents: '',
      excluded_referrers: '',
      sitesearch_keyword_parameters: '',
      sitesearch_category_parameters: '',
      ...more,
    };
    sites.rows.push(row);
    return String(row.idsite);
  };
  return { ...(await startStandIn(port === undefined ? { key } : { key, port }, sites.rows, answer)), put };
}
