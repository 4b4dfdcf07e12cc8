import { siteOfText } from '../hosts/parse.ts';
import type { Item, JobFields } from '../jobs/types.ts';
import type { Website } from '../services/index.ts';
import { fitted, type Kind } from '../services/traits.ts';
import { picked } from '../util/picked.ts';
import { readableFields } from '../websites/fields.ts';
import type { Entry } from './parse.ts';

/** Returns the settings of a website that its service reports. The password is never among them. */
const reportedFields = (website: Website): JobFields => picked(website, readableFields);

/**
 * Converts another connection's websites, with their settings, to entries to add. `to`: the id of the connection that
 * will get them.
 */
export const copiedEntries = (websites: readonly Website[], to: string): Entry[] =>
  websites.map((website, at) => ({
    line: at + 1,
    text: website.domain,
    site: siteOfText(website.domain),
    own: reportedFields(website),
    ...(website.privacy_raw === undefined ? {} : { unread: true as const }),
    to,
  }));

/**
 * Returns the settings of a copied website (`own`) that its new service, of this `kind`, supports. Passwords cannot be
 * copied, so a website with a password (privacy 2) becomes private (1), unless all added websites get passwords
 * (`privacy` is 2).
 */
export const fittedCopy = (
  own: JobFields,
  kind: Kind | undefined,
  { privacy }: Pick<JobFields, 'privacy'>,
): JobFields => fitted(kind, own.privacy === 2 && privacy !== 2 ? { ...own, privacy: 1 } : own);

/**
 * Returns the `privacy` with which a copied website is added, or undefined if the new service has no privacy modes.
 * `isLost`: whether a website with a password becomes private, because its password cannot be copied. `own`: the
 * website's settings. `shared`: the job's settings.
 */
export function privacyOf(own: JobFields, kind: Kind | undefined, shared: Pick<JobFields, 'privacy'>) {
  const { privacy = fitted(kind, shared).privacy } = fittedCopy(own, kind, shared);
  return { privacy, isLost: own.privacy === 2 && privacy === 1 };
}

/**
 * Returns entries for the items that a job failed to add, grouped by the name of their source. Includes only items with
 * their own settings, which are copied websites and table rows with settings. `to`: the id of the connection that was
 * to get the items.
 */
export function failedCopies(items: readonly Item[], to: string): Map<string, Entry[]> {
  const copies = items.flatMap(({ key, from, fields }, at) =>
    fields
      ? [{ line: from?.line ?? at + 1, text: key, site: siteOfText(key), source: from?.source ?? '', own: fields, to }]
      : [],
  );
  return Map.groupBy(copies, ({ source }) => source);
}
