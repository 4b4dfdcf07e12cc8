import type { Secret } from '../../jobs/database.ts';
import { itemsOf, secretOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { eraseSecret, keepSecret, writeJob } from '../../jobs/write.ts';
import type { SitePassword } from '../../messages/commands.ts';
import { spell } from '../../util/password.ts';

type Given = { way: 'each' } | { way: 'common'; password: string };

/** Makes the secret from which a job's passwords are derived. It is stored with the job. */
export const newSecret = (job: string, given: Given): Secret =>
  given.way === 'common'
    ? { job, way: 'common', password: given.password }
    : { job, way: 'each', seed: crypto.getRandomValues(new Uint8Array(32)).buffer };

/** Returns a site's generated password. It is the same each time, until the seed is erased. */
async function derived(seed: ArrayBuffer, key: string): Promise<string> {
  const hash = { name: 'HMAC', hash: 'SHA-512' };
  const signer = await crypto.subtle.importKey('raw', seed, hash, false, ['sign']);
  return spell(new Uint8Array(await crypto.subtle.sign('HMAC', signer, new TextEncoder().encode(key))));
}

const passwordOf = (secret: Secret, key: string): Promise<string> =>
  secret.way === 'common' ? Promise.resolve(secret.password) : derived(secret.seed, key);

/** Returns the password that an item writes, or undefined if the job has no password or its secret was erased. */
export async function passwordFor(job: Job, { key }: Item): Promise<string | undefined> {
  const secret = job.password && (await secretOf(job.id));
  return secret && passwordOf(secret, key);
}

/** Returns the generated passwords of written items, except those that have been copied. */
export async function generatedPasswords(job: string): Promise<SitePassword[]> {
  const secret = await secretOf(job);
  if (secret?.way !== 'each') return [];
  const written = (await itemsOf(job, 'done')).filter(({ secret: waits }) => waits);
  return Promise.all(written.map(async ({ key }) => ({ key, password: await derived(secret.seed, key) })));
}

/**
 * Erases the seed of the generated passwords after a person has copied `count` of them. If the job has other passwords
 * by now, or still runs, all stay. Items that are written later get passwords from a new seed.
 */
export async function erasePasswords(job: string, count: number): Promise<void> {
  const copied = (stored: Job) => stored.ended !== undefined && stored.secrets === count;
  const kept = await writeJob(job, ['done'], (stored, items) =>
    copied(stored)
      ? {
          job: { ...stored, secrets: 0 },
          items: items.filter(({ secret }) => secret).map(({ secret: _, ...item }) => item),
        }
      : { job: stored, items: [] },
  );
  // The seed is still needed for a website with unknown outcome, which may have been written with its password.
  if (kept?.ended && !kept.secrets && !kept.counts.unknown) await eraseSecret(job);
}

/** Stores the secret that a retry needs: the common password, typed again, or a new seed if the old one was erased. */
export async function renewPasswords(job: Job, common: string | undefined): Promise<void> {
  if (job.password === 'common' && common) await keepSecret(newSecret(job.id, { way: 'common', password: common }));
  if (job.password === 'each' && !(await secretOf(job.id))) await keepSecret(newSecret(job.id, { way: 'each' }));
}
