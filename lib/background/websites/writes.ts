import { ApiError, type InputOf, type Website } from '../../services/index.ts';
import { type Context, request, serviceUrlOf } from '../request.ts';
import { forgetLookUps } from './lookUp.ts';
import { announce, dropId, dropProject, putSites, putUpdate } from './siteCache.ts';

type Removed = { outcome: 'deleted' | 'gone' };

/** A delete of what is already gone is done. */
const removed = (deleted: Promise<unknown>): Promise<Removed> =>
  deleted.then(
    () => ({ outcome: 'deleted' }),
    (error) => {
      if (error instanceof ApiError && error.problem.kind === 'missing') return { outcome: 'gone' };
      throw error;
    },
  );

/** Changes a website, and keeps and tells what is known of it now. Rejects with ApiError. */
export async function updateWebsite(input: InputOf<'websites.update'>, context: Context): Promise<Website | undefined> {
  const website = await request('websites.update', input, context);
  forgetLookUps();
  if (context.private) return website;
  const base = (await serviceUrlOf('analytics')).url;
  if (website) await putSites(base, [website]);
  const { password, ...sent } = input;
  await announce(base, {
    kind: 'website',
    website: { ...sent, ...(password ? { has_password: true } : {}), ...website },
  });
  if (input.privacy !== undefined && website?.privacy === undefined)
    await putUpdate(base, input.id, { privacy: input.privacy, ...(password ? { hasPassword: true } : {}) });
  return website;
}

/** Deletes a website, and forgets it. Rejects with ApiError. */
export async function deleteWebsite(input: InputOf<'websites.delete'>, context: Context): Promise<Removed> {
  const outcome = await removed(request('websites.delete', input, context));
  forgetLookUps();
  await dropId((await serviceUrlOf('analytics')).url, input.id);
  return outcome;
}

/** Deletes a project, and forgets it. Rejects with ApiError. */
export async function deleteProject(input: InputOf<'projects.delete'>, context: Context): Promise<Removed> {
  const outcome = await removed(request('projects.delete', input, context));
  await dropProject((await serviceUrlOf('seo')).url, input.project);
  return outcome;
}
