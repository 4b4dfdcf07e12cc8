import { ApiError } from '../api/index.ts';
import { defaults, get, set } from '../settings.ts';
import type { Handlers } from './answer.ts';
import { check, forgetChecks, suffix } from './check.ts';
import { forget, save, status, test } from './connection.ts';
import { saveDefaultPassword, saveDraft } from './keys.ts';
import { register } from './register.ts';
import { announce, forgetId, forgetProject, learn, learnProjects, learnUpdate } from './registry.ts';
import { baseOf, type Context, request } from './service.ts';

/** A delete of what is already gone is done. */
async function remove(name: 'websites.delete' | 'projects.delete', input: never, context: Context) {
  try {
    await request(name, input, context);
    return { outcome: 'deleted' as const };
  } catch (error) {
    if (error instanceof ApiError && error.problem.kind === 'missing') return { outcome: 'gone' as const };
    throw error;
  }
}

const analyticsUrl = async () => (await baseOf('analytics')).url;
const seoUrl = async () => (await baseOf('seo')).url;

/** What the worker does for each question; `satisfies` keeps the table whole. */
export const handlers = {
  'websites.list': async (input, context) => {
    const list = await request('websites.list', input, context);
    await learn(await analyticsUrl(), list.items);
    return list;
  },
  'websites.show': async (input, context) => {
    const website = await request('websites.show', input, context);
    await learn(await analyticsUrl(), [website]);
    return website;
  },
  'websites.create': register,
  'websites.update': async (input, context) => {
    const website = await request('websites.update', input, context);
    forgetChecks();
    if (context.private) return website;
    const base = await analyticsUrl();
    if (website) await learn(base, [website]);
    const { password, ...sent } = input;
    await announce(base, {
      kind: 'website',
      website: { ...sent, ...(password ? { has_password: true } : {}), ...website },
    });
    if (input.privacy !== undefined && website?.privacy === undefined)
      await learnUpdate(base, input.id, { privacy: input.privacy, ...(input.password ? { hasPassword: true } : {}) });
    return website;
  },
  'websites.delete': async (input, context) => {
    const outcome = await remove('websites.delete', input as never, context);
    forgetChecks();
    await forgetId(await analyticsUrl(), input.id);
    return outcome;
  },
  'projects.list': async (input, context) => {
    const list = await request('projects.list', input, context);
    await learnProjects(await seoUrl(), list.items);
    return list;
  },
  'projects.delete': async (input, context) => {
    const outcome = await remove('projects.delete', input as never, context);
    await forgetProject(await seoUrl(), input.project);
    return outcome;
  },
  'site.check': ({ host }, context) => check(host, context),
  'site.suffix': ({ host }) => suffix(host),
  'connection.status': () => status(),
  'connection.save': save,
  'connection.test': (_input, context) => test(context),
  'keys.draft': async ({ service, key }) => {
    await saveDraft(service, key);
    return status();
  },
  'keys.forget': ({ service }) => forget(service),
  'keys.defaultPassword': async ({ password }) => {
    await saveDefaultPassword(password);
    await set(defaults, { ...(await get(defaults)), hasPassword: password !== '' });
    return null;
  },
} satisfies Handlers as Handlers;
