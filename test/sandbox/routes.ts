import type { FastifyRequest, HTTPMethods } from 'fastify';
import { answer, type Shared } from './answer.ts';
import { homePage, keyPage, loginPage, scriptFile, statisticsPage } from './pages.ts';
import { json, notAllowed } from './replies.ts';
import type { LoggedRequest, OperationName, Reply, Service } from './types.ts';

type Rows = Partial<Record<HTTPMethods, OperationName>>;

const operationRoutes: { service: Service; path: string; rows: Rows }[] = [
  { service: 'analytics', path: '/api/v1/websites', rows: { GET: 'websites.list', POST: 'websites.create' } },
  {
    service: 'analytics',
    path: '/api/v1/websites/:id',
    rows: { GET: 'websites.show', PUT: 'websites.update', PATCH: 'websites.update', DELETE: 'websites.delete' },
  },
  { service: 'seo', path: '/api/v1/projects', rows: { GET: 'projects.list' } },
  { service: 'seo', path: '/api/v1/projects/:id', rows: { DELETE: 'projects.delete' } },
];

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const idOf = (request: FastifyRequest) => (request.params as { id?: string }).id ?? '';

/** Returns the answer to a request. `entry`: the request's log entry. */
export type Handler = (request: FastifyRequest, entry: LoggedRequest) => Reply | Promise<Reply>;
export type Add = (route: {
  method: HTTPMethods | HTTPMethods[];
  path: string;
  operation?: OperationName;
  handler: Handler;
}) => void;

const operationHandler =
  (shared: Shared, operation: OperationName): Handler =>
  (request, entry) =>
    answer(shared, { entry, operation, id: idOf(request), origin: originOf(request) });

/** Returns the origin by which the client addressed this server, which may be a mapped host name. */
export const originOf = (request: FastifyRequest): string => `http://${request.headers.host ?? 'localhost'}`;

/** Registers the operations of these services, and answers other methods on their paths with 405. */
export function addOperations(add: Add, shared: Shared, services: Service[]): void {
  for (const { path, rows } of operationRoutes.filter((route) => services.includes(route.service))) {
    const known = Object.keys(rows) as HTTPMethods[];
    for (const [method, operation] of Object.entries(rows) as [HTTPMethods, OperationName][])
      add({ method, path, operation, handler: operationHandler(shared, operation) });
    const others = methods.filter((method) => !known.includes(method));
    add({ method: others, path, handler: (_, entry) => notAllowed(entry.method, entry.path, known.join(', ')) });
  }
}

/** Registers the pages that a person sees, and `/landed`, the target of redirects and false next links. */
export function addPages(add: Add, shared: Shared): void {
  const pages: Record<string, Handler> = {
    '/': () => homePage(shared.records),
    '/account/api': () => keyPage(shared.keys),
    '/js/script.js': () => scriptFile(),
    '/:id': (request) => statisticsPage(shared.records, idOf(request)),
  };
  for (const [path, handler] of Object.entries(pages)) add({ method: 'GET', path, handler });
  add({ method: ['GET', 'POST'], path: '/login', handler: () => loginPage() });
  add({ method: methods, path: '/landed', handler: () => json(200, { data: [], status: 200 }) });
}
