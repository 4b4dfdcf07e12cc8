import type { Asked, Reply, Service } from './service.ts';
import type { Switches } from './switches.ts';

/** A request in the format of its product. */
export interface Raw {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  authorization: string;
}

type Question = Omit<Asked, 'account'>;

/** The format of a product that replaces a service. The service decides what happens, and when. */
interface Wire {
  /** The switches that are fixed by the product. */
  switches: Partial<Switches>;
  /** Returns the question and its key; a reply if the service is not needed; undefined for an unknown path. */
  hear(raw: Raw): { asked: Question; key: string } | Reply | undefined;
  /** Returns the service's reply in the product's format. */
  say(reply: Reply, raw: Raw, asked: Question, service: Service): Reply;
}

/** The interface's own format, which needs no translation. */
export const plainWire: Wire = {
  switches: {},
  hear({ method, path, query, body, authorization }) {
    if (path === '/api/me/teams') return { status: 200, body: { data: [], count: 0 } };
    const [found, id] = /^\/api\/v1\/websites(?:\/([^/]+))?$/.exec(path) ?? [];
    if (!found) return undefined;
    const asked = { method, id: id && decodeURIComponent(id), query, form: new URLSearchParams(body) };
    return { asked, key: authorization.replace('Bearer ', '') };
  },
  say: (reply) => reply,
};

type Shown = { id: string | number; domain: string; privacy?: number };
const dataOf = ({ body }: Reply): unknown => (body as { data?: unknown } | undefined)?.data;
const isRefusal = ({ status }: Reply) => status >= 400 && status !== 404 && status !== 401;
const noQuery = new URLSearchParams();

const umamiRecord = ({ id, domain, privacy }: Shown) => ({
  id,
  name: domain,
  domain,
  shareId: privacy === 0 ? `shared-${id}` : null,
  deletedAt: null,
});

const umami: Wire = {
  switches: { id: 'uuid', order: 'mixed' },
  hear({ method, path, query, body, authorization }) {
    if (path === '/api/heartbeat') return { status: 200, body: { ok: true } };
    if (path === '/api/me/teams') return { status: 200, body: { data: [], count: 0 } };
    const [found, id] = /^\/api\/websites(?:\/([^/]+))?$/.exec(path) ?? [];
    if (!found) return undefined;
    const fields = body ? JSON.parse(body) : {};
    const sent = { privacy: fields.shareId ? '0' : '1', ...(id ? {} : { domain: fields.domain }) };
    const form = new URLSearchParams(method === 'POST' ? sent : {});
    const page = new URLSearchParams({
      page: query.get('page') ?? '1',
      per_page: query.get('pageSize') ?? '20',
      search: query.get('search') ?? '',
    });
    const asked = { method: method === 'POST' && id ? 'PATCH' : method, id, query: page, form };
    return { asked: fields.id ? { ...asked, newId: fields.id } : asked, key: authorization.replace('Bearer ', '') };
  },
  say(reply, { query }, { method, id }, service) {
    if (reply.status === 401) return { status: 401, body: { error: { message: 'Unauthorized', status: 401 } } };
    if (isRefusal(reply)) return reply;
    if (reply.status === 404) return method === 'GET' ? { status: 200, body: null } : { status: 500, body: '' };
    if (method === 'DELETE') return { status: 200, body: { ok: true } };
    const data = dataOf(reply);
    if (Array.isArray(data)) {
      const { total: count } = (reply.body as { meta: { total: number } }).meta;
      const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))];
      return { ...reply, body: { data: data.map(umamiRecord), count, page, pageSize } };
    }
    const domain = service.rows.find((row) => row.id === id)?.domain ?? '';
    return { ...reply, body: umamiRecord({ domain, ...(data ?? (reply.body as object)) } as Shown) };
  },
};

const matomoRecord = ({ id, domain }: Shown) => ({
  idsite: id,
  name: domain,
  main_url: `https://${domain}`,
  alias_urls: [`https://${domain}`],
  excluded_ips: '',
  excluded_parameters: '',
});
const error = (message: string) => ({ result: 'error', message });
const version = { value: '5.3.1' };

/** The answer to each reading method, made from the rows that it is about. */
const matomoReads: Record<string, (rows: Shown[]) => unknown> = {
  'API.getMatomoVersion': () => version,
  'SitesManager.getSitesWithAdminAccess': (rows) => rows.map(matomoRecord),
  'SitesManager.getSitesIdWithAtLeastViewAccess': (rows) => rows.map(({ id }) => id),
  'SitesManager.getSitesIdWithAdminAccess': (rows) => rows.map(({ id }) => id),
  'SitesManager.getSiteFromId': ([row]) => (row ? matomoRecord(row) : error('An unexpected website was found.')),
  'SitesManager.getSiteUrlsFromId': ([row]) => (row ? [`https://${row.domain}`] : error('No such website.')),
};
const matomoWrites: Record<string, string> = {
  'SitesManager.addSite': 'POST',
  'SitesManager.updateSite': 'PATCH',
  'SitesManager.deleteSite': 'DELETE',
};

const innerOf = (form: URLSearchParams): URLSearchParams[] =>
  form.get('method') === 'API.getBulkRequest'
    ? [...form].filter(([name]) => name.startsWith('urls[')).map(([, one]) => new URLSearchParams(one))
    : [form];

/** A header of every answer of Matomo. */
const requestId = { 'x-matomo-request-id': '8f1c7' };

const matomo: Wire = {
  switches: { id: 'number' },
  hear({ path, body }) {
    if (path !== '/index.php') return undefined;
    const form = new URLSearchParams(body);
    const key = form.get('token_auth');
    if (!key) return { status: 401, body: error('You must be logged in.'), headers: requestId };
    const write = matomoWrites[form.get('method') ?? ''];
    const id = innerOf(form)
      .map((one) => one.get('idSite'))
      .find((one) => one);
    if (write) {
      const domain = (form.get('urls[0]') ?? '').replace('https://', '');
      const sent = write === 'POST' ? new URLSearchParams({ domain, privacy: '1' }) : noQuery;
      return { asked: { method: write, id: id ?? undefined, query: noQuery, form: sent }, key };
    }
    const query = new URLSearchParams({ per_page: '100000', search: '' });
    return { asked: { method: 'GET', id: id ?? undefined, query, form: noQuery }, key };
  },
  say(reply, { body }, { method }) {
    const form = new URLSearchParams(body);
    if (reply.status === 401) return { status: 401, body: '<html>', headers: requestId };
    if (isRefusal(reply)) return reply;
    if (method === 'GET') {
      const data = reply.status === 404 ? [] : dataOf(reply);
      const rows = (Array.isArray(data) ? data : [data]) as Shown[];
      const said = innerOf(form).map((one) => matomoReads[one.get('method') ?? '']?.(rows) ?? error('No such method.'));
      return { ...reply, status: 200, body: innerOf(form)[0] === form ? said[0] : said };
    }
    if (reply.status === 404) return { status: 200, body: error(`website id = ${form.get('idSite')} not found`) };
    const made = dataOf(reply) as Shown | undefined;
    return {
      ...reply,
      status: 200,
      body: method === 'POST' && made ? { value: made.id } : { result: 'success', message: 'ok' },
    };
  },
};

/** Before 2.19, Umami ignores the id that a create has chosen. */
const umami218: Wire = {
  ...umami,
  hear(raw) {
    const heard = umami.hear(raw);
    if (!heard || 'status' in heard) return heard;
    const { newId: _, ...asked } = heard.asked;
    return { ...heard, asked };
  },
};

export const wires = { umami, 'umami 2.18': umami218, matomo };
