import type { Settings } from './behaviour.ts';
import { ignoresPage, pagings } from './paging.ts';
import type { Records, Wanted } from './records.ts';
import { json, notFound, refused } from './replies.ts';
import { type Item, idStyles, projectItem, websiteItem } from './shapes.ts';
import type { OperationName, Reply, WebsiteRow } from './types.ts';
import { domainError, readFields } from './validate.ts';

/** The input of an operation. `id`: the decoded last part of the path. */
export interface Call {
  records: Records;
  settings: Settings;
  id: string;
  query: Record<string, string>;
  fields: Record<string, string>;
  /** The list's absolute address without a query, as the client sees it. */
  address: string;
  foreignOrigin: string;
}

const wantedPage = (call: Call, sortKeys: string[]): Wanted & { page: number } => {
  const { query, settings } = call;
  const asked = ['10', '25', '50', '100'].includes(query.per_page ?? '') ? Number(query.per_page) : 10;
  const perPage = Math.min(asked, settings.cap || asked);
  const page = ignoresPage(settings.paging) ? 1 : Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1);
  return {
    search: query.search ?? '',
    rule: settings.search,
    sortBy: sortKeys.find((key) => key === query.sort_by) ?? sortKeys[0] ?? 'id',
    sort: query.sort === 'asc' ? 'asc' : 'desc',
    limit: perPage,
    offset: (page - 1) * perPage,
    page,
  };
};

const listed = (call: Call, items: Item[], total: number, wanted: Wanted & { page: number }): Reply => {
  const address = new URL(call.address);
  for (const [key, value] of Object.entries(call.query)) if (key !== 'page') address.searchParams.set(key, value);
  const facts = { address, page: wanted.page, perPage: wanted.limit, total, foreignOrigin: call.foreignOrigin };
  return json(200, { data: items, ...pagings[call.settings.paging](facts), status: 200 });
};

const found = ({ id, settings, records }: Call): WebsiteRow | undefined =>
  settings.ids === 'int' && /^\d{1,15}$/.test(id) ? records.websiteById(Number(id)) : undefined;

const shown = ({ settings }: Call, row: WebsiteRow) => ({
  data: websiteItem(row, settings.ids, settings.fields),
  status: 200,
});

const create = (call: Call): Reply => {
  const { records, settings, fields } = call;
  const domain = fields.domain?.trim();
  const { values, errors } = readFields(fields);
  const taken = domain !== undefined && records.websiteByDomain(domain) !== undefined;
  const wrong = domainError(domain, settings, taken);
  if (wrong) errors.domain = [wrong];
  if (domain === undefined || Object.keys(errors).length > 0) return refused(errors);
  // The status is 201 while the body says 200. Both occur at real services, and they need not agree.
  return json(201, shown(call, records.addWebsite({ ...values, domain })));
};

const update = (call: Call): Reply => {
  const { records } = call;
  const row = found(call);
  if (!row) return notFound();
  const { values, errors } = readFields(call.fields);
  if (Object.keys(errors).length > 0) return refused(errors);
  records.updateWebsite(row.id, values);
  return json(200, shown(call, records.websiteById(row.id) ?? row));
};

/** The seven operations. Each returns an honest answer in the shapes that the switches select. */
export const operations: Record<OperationName, (call: Call) => Reply> = {
  'websites.list': (call) => {
    const wanted = wantedPage(call, ['id', 'domain']);
    const { rows, total } = call.records.listWebsites(wanted);
    const items = rows.map((row) => websiteItem(row, call.settings.ids, call.settings.fields));
    return listed(call, items, total, wanted);
  },
  'websites.show': (call) => {
    const row = found(call);
    return row ? json(200, shown(call, row)) : notFound();
  },
  'websites.create': create,
  'websites.update': update,
  'websites.delete': (call) => {
    const row = found(call);
    if (!row) return notFound();
    call.records.deleteWebsite(row.id);
    const id = idStyles[call.settings.ids](row.id);
    return json(200, { id, object: 'website', deleted: true, status: 200 });
  },
  'projects.list': (call) => {
    const wanted = wantedPage(call, ['created_at', 'project']);
    const { rows, total } = call.records.listProjects(wanted);
    return listed(call, rows.map(projectItem), total, wanted);
  },
  'projects.delete': (call) => {
    const row = call.records.projectByName(call.id);
    if (!row) return notFound();
    call.records.deleteProject(call.id);
    return json(200, { id: row.project, object: 'project', deleted: true, status: 200 });
  },
};
