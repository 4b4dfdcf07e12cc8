import type { Secret } from '../../jobs/database.ts';
import { itemsOf, secretOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { isSpent, writeJob } from '../../jobs/write.ts';
import type { SitePassword } from '../../messages/commands.ts';
import type { PasswordsInput } from '../../messages/inputs.ts';
import { spell } from '../../util/password.ts';

/**
 * Makes the secret of a job: the common password of all its sites, or the random seed from which each site's password
 * is derived. The secret is stored with the job.
 */
export const newSecret = (job: string, given: PasswordsInput): Secret =>
  given.way === 'common'
    ? { job, way: 'common', password: given.password }
    : { job, way: 'each', seed: crypto.getRandomValues(new Uint8Array(32)).buffer };

async function derived(seed: ArrayBuffer, key: string): Promise<string> {
  const hash = { name: 'HMAC', hash: 'SHA-512' };
  const signer = await crypto.subtle.importKey('raw', seed, hash, false, ['sign']);
  return spell(new Uint8Array(await crypto.subtle.sign('HMAC', signer, new TextEncoder().encode(key))));
}

/** Returns the password for an item's site. Undefined if the job sets no passwords, or if they were erased. */
export async function passwordFor(job: Job, { key }: Item): Promise<string | undefined> {
  const secret = job.password && (await secretOf(job.id));
  return secret?.way === 'each' ? derived(secret.seed, key) : secret?.password;
}

/** Returns the generated passwords of the sites that were written, except those that the person has copied. */
export async function generatedPasswords(job: string): Promise<SitePassword[]> {
  const secret = await secretOf(job);
  if (secret?.way !== 'each') return [];
  const written = (await itemsOf(job, 'done')).filter(({ secret: waits }) => waits);
  return Promise.all(written.map(async ({ key }) => ({ key, password: await derived(secret.seed, key) })));
}

/**
 * Erases a job's generated passwords after a person has copied them. Does so only if the job has ended and has exactly
 * as many passwords as were copied (`count`). Resolves to whether the job's secret is no longer stored (see `isSpent`).
 */
export async function erasePasswords(job: string, count: number): Promise<boolean> {
  const copied = (stored: Job) => stored.ended !== undefined && stored.secrets === count;
  const kept = await writeJob(job, ['done'], (stored, items) =>
    copied(stored)
      ? {
          job: { ...stored, secrets: 0 },
          items: items.filter(({ secret }) => secret).map(({ secret: _, ...item }) => item),
        }
      : { job: stored, items: [] },
  );
  return !kept || isSpent(kept);
}

/**
 * Returns the secret that a retry of a job needs: the common password that the person has typed again, or a new seed,
 * which is stored only if the old one was erased.
 */
export function retrySecret({ id, password: way }: Job, password: string | undefined): Secret | undefined {
  if (way === 'each') return newSecret(id, { way });
  return way && password ? newSecret(id, { way, password }) : undefined;
}
