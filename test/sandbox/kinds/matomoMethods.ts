import { figures } from './matomoFigures.ts';
import {
  addresses,
  type Form,
  found,
  isNone,
  type MatomoRow,
  type Method,
  manageable,
  mayManage,
  NotAllowed,
  Refused,
  type Sites,
  seen,
  superuser,
  viewable,
} from './matomoRows.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
/** As long as fits in a column, which holds HTML. */
const cutInTable = (text: string, length: number) =>
  Array.from(text).reduce((kept, sign) => (escaped(kept + sign).length > length ? kept : kept + sign), '');

const success = { result: 'success', message: 'ok' };

const currencies: Record<string, string> = { EUR: 'Euro', USD: 'US Dollar' };

const record = ({ urls, access: _, ...row }: MatomoRow, withUrls = false) => ({
  ...row,
  main_url: addresses(urls)[0],
  group: '',
  type: 'website',
  creator_login: 'admin',
  currency_name: currencies[row.currency],
  timezone_name: row.timezone,
  ecommerce: 0,
  sitesearch: 1,
  exclude_unknown_urls: 0,
  keep_url_fragment: 0,
  ...(withUrls ? { alias_urls: addresses(urls) } : {}),
});

const urlsIn = (form: Form): string[] =>
  [...form]
    .filter(([name]) => /^urls(\[\d*\])?$/.test(name))
    .map(([, value]) => value.replace(/\/$/, ''))
    .filter(Boolean)
    .map((url) => (/^[a-z]+:\/\//i.test(url) ? url : `http://${url.replace(/^\/\//, '')}`));

const ipForm = /^(\d{1,3}(\.(\d{1,3}|\*)){3}|[\da-f:]+)(\/\d+)?$/i;
function checkedIps(text: string): string {
  for (const ip of text.split(',').filter(Boolean))
    if (!ipForm.test(ip))
      throw new Refused(
        `Excluded IPs: The IP to exclude &quot;${ip}&quot; does not have a valid IP format (eg. 1.2.3.4, 1.2.3.*, or 1.2.3.4/5).`,
      );
  return text;
}

/** Lists: what a form leaves out of them is empty, in an update too. */
const listsIn = (form: Form) => ({
  excluded_ips: checkedIps(form.get('excludedIps') ?? ''),
  excluded_parameters: form.get('excludedQueryParameters') ?? '',
  excluded_user_agents: form.get('excludedUserAgents') ?? '',
  excluded_referrers: form.get('excludedReferrers') ?? '',
  sitesearch_keyword_parameters: form.get('searchKeywordParameters') ?? '',
  sitesearch_category_parameters: form.get('searchCategoryParameters') ?? '',
});

/** Every list is cut, by default after 100 rows, and to the columns that were asked for; within several reads as these are. */
function cut(answer: unknown, form: Form): unknown {
  if (!Array.isArray(answer)) return answer;
  const limit = Number(form.get('filter_limit') ?? 100);
  const columns = form.get('showColumns')?.split(',');
  const rows = limit >= 0 ? answer.slice(0, limit) : answer;
  // What a row of figures is about is always shown.
  const always = columns?.some((name) => name.startsWith('nb_')) ? ['label', 'idsite', 'main_url'] : [];
  const isShown = ([name]: [string, unknown]) => [...(columns ?? []), ...always].includes(name);
  return columns && typeof rows[0] === 'object'
    ? rows.map((row) => Object.fromEntries(Object.entries(row).filter(isShown)))
    : rows;
}

const refusal = (message: string) => ({ result: 'error', message });
const unknown = (name: string) => {
  const [plugin = '', method] = name.split('.');
  const isThere = Object.keys(reads).some((known) => known.startsWith(`${plugin}.`));
  return isThere
    ? `The method '${method}' does not exist or is not available in the module '\\Piwik\\Plugins\\${plugin}\\API'.`
    : `The plugin ${plugin} is not enabled. You can activate the plugin on Settings &gt; Plugins page in Matomo.`;
};

/** Whether a plugin is there, but no such method: the one error with a status of its own. */
export const isUnknownMethod = (name: string) =>
  !(name in reads || name in writes) && unknown(name).startsWith('The method');

/** An error is an answer like any other. Throws NotAllowed. */
export function answerOf(name: string, form: Form, sites: Sites): unknown {
  const method = reads[name] ?? writes[name];
  if (!method) return refusal(unknown(name));
  try {
    return cut(method(form, sites), form);
  } catch (error) {
    if (error instanceof Refused) return refusal(error.message);
    throw error;
  }
}

/** `answer`: to one of several. */
export const severalAnswers = (form: Form, answer: (name: string, inner: Form) => unknown): unknown => {
  const inner = [...form].filter(([name]) => name.startsWith('urls['));
  if (!inner.length) return refusal("Please specify a value for 'urls'.");
  return inner.map(([, fields]) => {
    const one = new URLSearchParams(fields);
    if (!one.has('filter_limit')) one.set('filter_limit', form.get('filter_limit') ?? '100');
    try {
      return answer(one.get('method') ?? '', one);
    } catch (error) {
      if (error instanceof NotAllowed) return refusal(error.message);
      throw error;
    }
  });
};

const reads: Record<string, Method> = {
  'API.getMatomoVersion': (_form, sites) => {
    if (sites.rights !== 'super' && !viewable(sites).length)
      throw new NotAllowed('view access for at least one website');
    return { value: sites.version };
  },
  'UsersManager.hasSuperUserAccess': (_form, { rights }) => ({ value: rights === 'super' }),
  'SitesManager.getSitesWithAdminAccess': (form, sites) =>
    manageable(sites).map((row) => record(row, form.get('fetchAliasUrls') === '1')),
  'SitesManager.getSitesIdWithAdminAccess': (_form, sites) => manageable(sites).map(({ idsite }) => idsite),
  'SitesManager.getSitesWithAtLeastViewAccess': (_form, sites) => viewable(sites).map((row) => record(row)),
  'SitesManager.getSitesIdWithAtLeastViewAccess': (_form, sites) => viewable(sites).map(({ idsite }) => idsite),
  'SitesManager.getSiteFromId': (form, sites) => {
    const row = seen(form, sites);
    if (row) return record(row);
    throw new Refused(isNone(form));
  },
  'SitesManager.getSiteUrlsFromId': (form, sites) => {
    const row = seen(form, sites);
    return row ? addresses(row.urls) : [];
  },
  ...figures,
  'API.getBulkRequest': (form, sites) =>
    severalAnswers(form, (name, inner) => {
      // Figures take the inner token alone.
      if (name in figures && inner.get('token_auth') !== sites.key) return [];
      return answerOf(name, inner, sites);
    }),
};

const writes: Record<string, Method> = {
  'SitesManager.addSite': (form, sites) => {
    // In HTML, as long as its column is.
    const name = cutInTable(form.get('siteName') ?? '', 90);
    if (!name) throw new Refused("Please specify a value for 'siteName'.");
    superuser(sites);
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
    const row = found(form, sites);
    if (row ? !mayManage(sites, row) : sites.rights !== 'super')
      throw new NotAllowed(`'admin' access for the website id = ${form.get('idSite')}`);
    if (!row) throw new Refused(`website id = ${form.get('idSite')} not found`);
    const urls = urlsIn(form);
    Object.assign(
      row,
      listsIn(form),
      urls.length ? { urls } : {},
      form.has('siteName') ? { name: form.get('siteName') } : {},
    );
    return success;
  },
  'SitesManager.deleteSite': (form, sites) => {
    superuser(sites);
    const row = found(form, sites);
    if (!row) throw new Refused(`website id = ${form.get('idSite')} not found`);
    if (sites.isAlone && sites.rows.length === 1)
      throw new Refused(
        'It is not possible to delete this website as it is the only registered website. Add a new website first, then delete this one.',
      );
    sites.rows.splice(sites.rows.indexOf(row), 1);
    return success;
  },
};
