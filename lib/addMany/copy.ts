import { siteOfText } from '../hosts/parse.ts';
import type { Item, JobFields } from '../jobs/types.ts';
import type { Website } from '../services/index.ts';
import { fitted, type Kind } from '../services/traits.ts';
import { picked } from '../util/picked.ts';
import { readableFields } from '../websites/fields.ts';
import type { Entry } from './parse.ts';

/** Returns the settings of a record. Of a password, only its existence is known. */
const reportedFields = (website: Website): JobFields => picked(website, readableFields);

/** Returns another connection's websites as entries for the connection `to`, with the same settings. */
export const copiedEntries = (websites: readonly Website[], to: string): Entry[] =>
  websites.map((website, at) => ({
    line: at + 1,
    text: website.domain,
    site: siteOfText(website.domain),
    own: reportedFields(website),
    to,
  }));

/**
 * Returns a copied site's settings, reduced to those that a kind of service has. A site with a password becomes
 * private, unless the job gives passwords (its `privacy` is 2).
 */
export const fittedCopy = (
  own: JobFields,
  kind: Kind | undefined,
  { privacy }: Pick<JobFields, 'privacy'>,
): JobFields => fitted(kind, own.privacy === 2 && privacy !== 2 ? { ...own, privacy: 1 } : own);

/**
 * Returns the privacy with which a site is added, if its service has privacy modes. `isLost`: whether the site loses
 * its password, because passwords cannot be read.
 */
export function privacyOf(own: JobFields, kind: Kind | undefined, shared: Pick<JobFields, 'privacy'>) {
  const { privacy = fitted(kind, shared).privacy } = fittedCopy(own, kind, shared);
  return { privacy, isLost: own.privacy === 2 && privacy === 1 };
}

/** Returns the copied sites that a job could not add, with their settings, by source. */
export function failedCopies(items: readonly Item[], to: string): Map<string, Entry[]> {
  const copies = items.flatMap(({ key, from, fields }, at) =>
    fields ? [{ line: at + 1, text: key, site: siteOfText(key), source: from?.source ?? '', own: fields, to }] : [],
  );
  return Map.groupBy(copies, ({ source }) => source);
}
