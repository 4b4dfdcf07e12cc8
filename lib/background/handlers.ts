import { defaults, update } from '../storage/settings.ts';
import { forget, save, status, test } from './connection.ts';
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
import { passwords } from './jobs/passwords.ts';
import { saveDefaultPassword, saveDraft } from './keys.ts';
import { baseOf, request } from './request.ts';
import type { Handlers } from './router.ts';
import { check, suffix } from './websites/lookUp.ts';
import { register } from './websites/register.ts';
import { learn, learnProjects } from './websites/siteCache.ts';
import { refreshAll, stopRefresh } from './websites/sync.ts';
import { deleteProject, deleteWebsite, updateWebsite } from './websites/writes.ts';

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
  'websites.update': updateWebsite,
  'websites.delete': deleteWebsite,
  'projects.list': async (input, context) => {
    const list = await request('projects.list', input, context);
    await learnProjects(await seoUrl(), list.items);
    return list;
  },
  'projects.delete': deleteProject,
  'site.check': ({ host }, context) => check(host, context),
  'site.suffixes': ({ hosts }) => Promise.all(hosts.map(suffix)),
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
    await update(defaults, (fields) => ({ ...fields, hasPassword: password !== '' }));
    return null;
  },
  'jobs.start': startJob,
  'jobs.pause': pauseJob,
  'jobs.resume': resumeJob,
  'jobs.cancel': cancelJob,
  'jobs.retry': retryJob,
  'jobs.dismiss': dismissJob,
  'jobs.passwords': ({ id }) => passwords(id),
  'jobs.erasePasswords': forgetPasswords,
  'jobs.ping': ping,
  'registry.refresh': () => refreshAll(),
  'registry.stop': () => stopRefresh(),
} satisfies Handlers as Handlers;
