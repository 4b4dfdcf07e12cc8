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
/** Cuts a text so that its escaped form fits into a database column of this length. */
const cutInTable = (text: string, length: number) =>
  Array.from(text).reduce((kept, sign) => (escaped(kept + sign).length > length ? kept : kept + sign), '');

const success = { result: 'success', message: 'ok' };

/** Returns a record in an answer, without the fields in which the client takes no interest. */
const record = ({ urls, access: _, ...row }: MatomoRow, withUrls = false) => ({
  ...row,
  main_url: addresses(urls)[0],
  type: 'website',
  ...(withUrls ? { alias_urls: addresses(urls) } : {}),
});

const urlsIn = (form: Form): string[] =>
  [...form]
    .filter(([name]) => /^urls(\[\d*\])?$/.test(name))
    .map(([, value]) => value.replace(/\/$/, ''))
    .filter(Boolean)
    .map((url) => (/^[a-z]+:\/\//i.test(url) ? url : `http://${url.replace(/^\/\//, '')}`));

const ipForm = /^(\d{1,3}(\.(\d{1,3}|\*)){3}|[\da-f:]+)(\/\d+)?$/i;
/** Returns the entries of a list that comes as one text with commas. */
const entriesOf = (text: string | null) =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

function checkedIps(ips: string[]): string[] {
  for (const ip of ips)
    if (!ipForm.test(ip))
      throw new Refused(
        `Excluded IPs: The IP to exclude &quot;${ip}&quot; does not have a valid IP format (eg. 1.2.3.4, 1.2.3.*, or 1.2.3.4/5).`,
      );
  return ips;
}

/** Returns a list without repeated entries. */
const once = (text: string | null) => [...new Set(entriesOf(text))].join();

/** Returns the lists of a create or update. A list that the form lacks becomes empty, even in an update. */
const listsIn = (form: Form) => ({
  excluded_ips: checkedIps(entriesOf(form.get('excludedIps'))).join(),
  excluded_parameters: once(form.get('excludedQueryParameters')),
  excluded_user_agents: once(form.get('excludedUserAgents')),
  excluded_referrers: once(form.get('excludedReferrers')),
  sitesearch_keyword_parameters: form.get('searchKeywordParameters') ?? '',
  sitesearch_category_parameters: form.get('searchCategoryParameters') ?? '',
});

/** Cuts every list: after 100 rows by default, and to the requested columns. Answers within several calls, too. */
function cut(answer: unknown, form: Form): unknown {
  if (!Array.isArray(answer)) return answer;
  const limit = Number(form.get('filter_limit') ?? 100);
  const columns = form.get('showColumns')?.split(',');
  const rows = limit >= 0 ? answer.slice(0, limit) : answer;
  // In rows of figures, the columns that identify the website are always included.
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

/** Whether a plugin exists but has no such method, which is the only error with a status of its own. */
export const isUnknownMethod = (name: string) =>
  !(name in reads || name in writes) && unknown(name).startsWith('The method');

/** Answers a call. Errors are ordinary answers, except for NotAllowed, which is thrown. */
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

/** Answers several calls at once. `answer`: answers one of them. */
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
      // Figures accept only the token of the inner call.
      if (name in figures && inner.get('token_auth') !== sites.key) return [];
      return answerOf(name, inner, sites);
    }),
};

const writes: Record<string, Method> = {
  'SitesManager.addSite': (form, sites) => {
    // Matomo stores names as HTML and cuts them to the column's length.
    const name = cutInTable(form.get('siteName') ?? '', 90);
    if (!name) throw new Refused("Please specify a value for 'siteName'.");
    superuser(sites);
    sites.made += 1;
    const ts_created = new Date().toISOString().slice(0, 19).replace('T', ' ');
    sites.rows.push({ idsite: sites.made, name, urls: urlsIn(form), ts_created, ...listsIn(form) });
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
