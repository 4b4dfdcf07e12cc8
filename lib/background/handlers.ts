import { defaults, update } from '../settings.ts';
import type { Handlers } from './answer.ts';
import { check, suffix } from './check.ts';
import { forget, save, status, test } from './connection.ts';
import { deleteProject, deleteWebsite, updateWebsite } from './edits.ts';
import { cancelJob, dismissJob, forgetPasswords, pauseJob, ping, resumeJob, retryJob, startJob } from './jobs.ts';
import { passwords } from './jobsSecret.ts';
import { saveDefaultPassword, saveDraft } from './keys.ts';
import { refreshAll, stopRefresh } from './refresh.ts';
import { register } from './register.ts';
import { learn, learnProjects } from './registry.ts';
import { baseOf, request } from './service.ts';

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
