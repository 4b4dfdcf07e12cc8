import { resetting, startHits } from './hits.ts';
import { answerOf, escaped, isUnknownMethod } from './matomoMethods.ts';
import { type MatomoRow, NotAllowed, type Sites } from './matomoRows.ts';
import { answerToPage } from './matomoTracker.ts';
import { type Heard, html, json, type Said, startStandIn } from './standIn.ts';

/** Whether numbers are texts, texts are HTML, and refusals have status 200, as in versions before 5. */
const isOld = ({ version }: Sites) => version.startsWith('4');
const oldForm = (value: unknown) => {
  if (typeof value === 'number') return `${value}`;
  return typeof value === 'string' && !value.includes('&quot;') ? escaped(value) : value;
};
const inItsForm = (body: unknown, sites: Sites) =>
  isOld(sites) ? JSON.parse(JSON.stringify(body, (_, value) => oldForm(value))) : body;

const requestId = { 'x-matomo-request-id': '8f1c7' };

/** Returns an answer of Matomo's interface, which sets no cookie. */
const answered = (body: unknown, status: number, sites: Sites): Said => ({
  ...json(inItsForm(body, sites), status, requestId),
  withoutCookie: true,
});

/** Returns the sites with the rights of a caller without a token, who may see nothing. */
const asNobody = (sites: Sites): Sites => ({
  ...sites,
  rights: 'view',
  rows: sites.rows.map((row) => ({ ...row, access: 'none' })),
});

/** Answers a call. Only a token in the form counts: before 5.4, Matomo ignores one in a header. */
function called(form: URLSearchParams, key: string, sites: Sites): Said {
  const name = form.get('method') ?? '';
  const token = form.get('token_auth');
  if (token !== null && token !== key && !isOld(sites))
    return { ...html(401), headers: { 'content-type': 'text/html', ...requestId }, withoutCookie: true };
  try {
    const body = answerOf(name, form, token === key ? sites : asNobody(sites));
    return answered(body, isUnknownMethod(name) ? 400 : 200, sites);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    return answered({ result: 'error', message: error.message }, isOld(sites) ? 200 : 401, sites);
  }
}

/**
 * Starts a server that answers as Matomo 5.3 did: see test/contract/kinds/matomoStandIn.test.ts. `rights`: of the key's
 * user; `isAlone`: there are no websites but those of the test, and the last one cannot be deleted.
 */
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
  const hits = startHits();
  const sites: Sites = { rows: [], made: 0, rights, version, isAlone, key, hits };
  const isThere = (id: string) => sites.rows.some(({ idsite }) => `${idsite}` === id);
  const answer = ({ method, path, body, headers }: Heard): Said | undefined => {
    const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded');
    // Ignores the part of a path after the script's name, as most servers do.
    if (method !== 'POST' || !/^\/index\.php(\/|$)/.test(path) || !isForm) return html(404);
    return called(new URLSearchParams(body), key, sites);
  };
  /** Adds an existing record, and returns its id. */
  const put = (urls: string[], more: Partial<MatomoRow> = {}) => {
    const row: MatomoRow = {
      idsite: 100 + sites.rows.length,
      name: urls[0]?.replace('https://', '') ?? 'Nowhere',
      urls,
      ts_created: '2026-11-21 22:34:51',
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
  const ofPage = (asked: Heard) => answerToPage(asked, isThere, hits);
  const standIn = await startStandIn({ key, port }, sites.rows, answer, ofPage);
  return { ...standIn, put, ...resetting(standIn, hits) };
}
