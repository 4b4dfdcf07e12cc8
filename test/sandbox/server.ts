import type { IncomingMessage } from 'node:http';
import formbody from '@fastify/formbody';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Shared } from './answer.ts';
import { logEntry } from './log.ts';
import { noPage } from './pages.ts';
import { json } from './replies.ts';
import { type Add, addOperations, addPages, type Handler } from './routes.ts';
import type { LoggedRequest, OperationName, Reply, Service, Wire } from './types.ts';
import { send } from './wire.ts';

const entries = new WeakMap<IncomingMessage, LoggedRequest>();

const entryOf = (request: FastifyRequest): LoggedRequest => {
  const entry = entries.get(request.raw);
  if (!entry) throw new Error('a request that was not logged');
  return entry;
};

// As PHP reads forms, the last value counts if a field occurs twice.
const fieldsOf = (body: unknown): Record<string, string> => {
  const pairs = Object.entries((body ?? {}) as Record<string, string | string[]>);
  return Object.fromEntries(pairs.map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
};

// With these, the client never receives a status.
const silent: Wire[] = ['hang', 'drop', 'reset', 'cut-head', 'garbage'];

const put = (shared: Shared, request: FastifyRequest, reply: FastifyReply, made: Reply): void => {
  const entry = entryOf(request);
  if (!made.wire || !silent.includes(made.wire)) entry.status = made.status;
  shared.onAnswer(entry);
  reply.hijack();
  send(reply.raw, made);
};

const wantsJson = (request: FastifyRequest) => (request.headers.accept ?? '').includes('json');

const missing = (request: FastifyRequest): Reply =>
  wantsJson(request) || request.url.includes('/api/')
    ? json(404, { message: `The route ${request.url.split('?')[0]} could not be found.` })
    : noPage(request.url);

/** Builds one HTTP server over the shared records. `services`: the services that answer on its port. */
export async function buildServer(shared: Shared, services: Service[]): Promise<FastifyInstance> {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
  });
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  app.addHook('onRequest', async (request) => {
    const { operation } = request.routeOptions.config as { operation?: OperationName };
    const service = operation?.startsWith('projects') ? 'seo' : operation ? 'analytics' : 'site';
    const entry = logEntry(request.raw, service, operation, shared.keys);
    entries.set(request.raw, entry);
    shared.log.push(entry);
  });

  const run = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const entry = entryOf(request);
    entry.fields = fieldsOf(request.body);
    put(shared, request, reply, await handler(request, entry));
  };
  const add: Add = ({ method, path, operation, handler }) => {
    const url = `${shared.basePath}${path}`;
    app.route({ method, url, config: operation ? { operation } : {}, handler: run(handler) });
  };
  addOperations(add, shared, services);
  addPages(add, shared);

  app.setNotFoundHandler((request, reply) => put(shared, request, reply, missing(request)));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    // Names a mistake of the sandbox itself, so that it is not taken for the failure that a test wants.
    if (status >= 500) entryOf(request).fault = `sandbox: ${error.message}`;
    put(shared, request, reply, json(status, { message: status < 500 ? error.message : `Sandbox: ${error.message}` }));
  });
  return app;
}
