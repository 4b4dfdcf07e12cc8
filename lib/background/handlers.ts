import { withRule } from '../connections/rules.ts';
import type { Bound, Input, Name, Output } from '../messages/ask.ts';
import { noteTold } from '../records/trouble.ts';
import type { ListName } from '../records/types.ts';
import { ApiError } from '../services/index.ts';
import { type Connections, connections, update } from '../storage/settings.ts';
import {
  cancelJob,
  dismissJob,
  forgetPasswords,
  pauseJob,
  ping,
  resumeJob,
  retryJob,
  startJob,
} from './jobs/handlers.ts';
import { generatedPasswords } from './jobs/passwords.ts';
import { saveDefaultPassword } from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { type BoundContext, type Context, refusePrivate, request, storedConnection } from './request.ts';
import { forgetHeader } from './storedHeaders.ts';
import { tracesOf } from './traces.ts';
import { checkHost } from './websites/checkHost.ts';
import { suffixes } from './websites/lookUp.ts';
import { refreshAll, refreshIfDue, stopRefresh } from './websites/sync.ts';

type Handlers = {
  [N in Name]: (input: Input<N>, context: N extends Bound ? BoundContext : Context) => Promise<Output<N>>;
};

/** The code for single writes by hand. It is loaded on demand, so that the worker starts fast. */
const press = () => import('./jobs/press.ts');

/**
 * Returns a page of a list. Also starts to read the whole list if that is due, unless the page is the result of a
 * search.
 */
function readOn<P extends { total?: number }>(
  list: ListName,
  input: { search?: string },
  context: BoundContext,
  page: P,
) {
  if (!input.search && tracesOf(context).unasked) void refreshIfDue(list, context.account, page.total);
  return page;
}

/** The worker's handlers, one for each message name. `satisfies` makes a missing handler a type error. */
export const handlers = {
  'websites.list': async (input, context) =>
    readOn('websites', input, context, await request('websites.list', input, context)),
  'websites.find': (input, context) => request('websites.find', input, context),
  'websites.show': async ({ id, domain }, context) => {
    const seen = async (known: string) =>
      (await import('./websites/writes.ts')).seenNow({ id, domain: known }, context);
    const website = await (domain ? seen(domain) : request('websites.show', { id }, context));
    if (website) return website;
    if (tracesOf(context).stored) await (await import('./records/keepAnswer.ts')).dropWebsite(context.account, id);
    throw new ApiError({ kind: 'missing' });
  },
  'websites.create': async ({ despiteUnknown = false, again, ...input }, context) =>
    (await press()).registerByHand(input, context, { despiteUnknown, again }),
  'websites.update': async (...given) => (await press()).updateByHand(...given),
  'websites.delete': async (...given) => (await press()).deleteByHand(...given),
  'websites.hits': async (...given) => (await import('./websites/hits.ts')).readHits(...given),
  'teams.list': (input, context) => request('teams.list', input, context),
  'projects.list': async (input, context) =>
    readOn('projects', input, context, await request('projects.list', input, context)),
  'projects.delete': async (...given) => (await press()).deleteProjectByHand(...given),
  stored: async (input) => (await import('./readStored.ts')).readStored(input),
  'site.check': async ({ host }, context) => {
    const check = await checkHost(host, context);
    // Loads the code for writes now, because the person will probably press a button next.
    setTimeout(press);
    return check;
  },
  'site.suffixes': ({ hosts }) => suffixes(hosts),
  'connection.status': async ({ connection }) => (await import('./connection.ts')).connectionStatus(connection),
  'connection.save': async (...given) => (await import('./connection.ts')).saveConnection(...given),
  'connection.test': async ({ connection }, context) =>
    (await import('./connectionTest.ts')).testConnection(connection, context),
  'connection.identify': async ({ page }, context) => (await import('./identifyPage.ts')).identifyPage(page, context),
  'connection.remove': async ({ connection }) => (await import('./forget.ts')).removeConnection(connection),
  'connection.rule': async ({ connection, host }) => {
    const change = (all: Connections) => {
      storedConnection(all, connection);
      return withRule(all, connection, host);
    };
    await refuseFixed(change);
    await update(connections, change);
    return null;
  },
  'keys.forget': async ({ connection, service }) => (await import('./forget.ts')).removeKey(service, connection),
  'keys.forgetHeader': async ({ connection, name }) => {
    await forgetHeader(connection, name);
    return (await import('./connection.ts')).connectionStatus(connection);
  },
  'keys.defaultPassword': ({ connection, password }) => saveDefaultPassword(connection, password),
  'settings.damaged': async () => (await import('./damaged.ts')).damagedParts(),
  'settings.reset': async ({ part }) => (await import('./damaged.ts')).resetPart(part),
  'jobs.start': startJob,
  'jobs.pause': pauseJob,
  'jobs.resume': resumeJob,
  'jobs.cancel': cancelJob,
  'jobs.retry': retryJob,
  'jobs.undo': async (input) => (await import('./jobs/undo.ts')).undoJob(input),
  'jobs.dismiss': dismissJob,
  'jobs.passwords': ({ id }) => generatedPasswords(id),
  'jobs.erasePasswords': forgetPasswords,
  'jobs.ping': ping,
  'audits.looked': async (input, context) => {
    refusePrivate(context);
    return (await import('./audit/handlers.ts')).noteLook(input);
  },
  'audits.repeat': async ({ on }, context) => {
    refusePrivate(context);
    return (await import('./audit/runRepeats.ts')).setRepeat(context.account, on);
  },
  'records.refresh': ({ connection }) => refreshAll(connection),
  'records.stop': ({ connection }) => stopRefresh(connection),
  'records.forget': async ({ connection }) => (await import('./forget.ts')).forgetList(connection),
  'records.told': noteTold,
} satisfies Handlers as Handlers;
