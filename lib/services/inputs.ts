import * as z from 'zod/mini';
import { inputLimits } from '../util/inputLimits.ts';
import { lazy } from './lazy.ts';
import { byKind } from './websiteFields.ts';

const flagSchema = () => z.optional(z.literal([0, 1]));
const textListSchema = (error: string, isFit: (value: string) => boolean) =>
  z.custom<string>((value) => typeof value === 'string' && isFit(value), { error });

/**
 * Makes the schema of a text that becomes one segment of a URL path. Refuses `.` and `..`, which change the path even
 * if they are encoded.
 */
const segment = () =>
  textListSchema('Not a usable id.', (id) => !/^\.{0,2}$/.test(id) && id.length <= inputLimits.id && id.isWellFormed());

/** Makes the schema of a domain: a bare host in ASCII. Waymark never sends anything else as a domain. */
const domain = () =>
  textListSchema(
    'Not a bare host.',
    (name) => /^[!-~]+$/.test(name) && !/[/?#@\\]/.test(name) && name.length <= inputLimits.domain,
  );

const line = () =>
  textListSchema('Not one line.', (value) => !/[\r\n]/.test(value) && value.length <= inputLimits.text);
const linesSchema = () =>
  z.optional(z.array(line()).check(z.refine((all) => all.length <= inputLimits.lines, { error: 'Too many.' })));
const textSchema = () => z.optional(textListSchema('Too long.', (value) => value.length <= inputLimits.text));

const settings = () => ({
  privacy: z.optional(z.literal([0, 1, 2])),
  password: textSchema(),
  ...byKind({ flag: flagSchema(), lines: linesSchema() }),
});

interface PrivacyFields {
  privacy?: number | undefined;
  password?: string | undefined;
}

const passwordIsUsed = () =>
  z.refine<PrivacyFields>(({ privacy, password }) => !password || privacy === 2, {
    path: ['password'],
    error: 'Only with privacy 2.',
  });

const hasChange = () =>
  z.refine<{ id: string }>(
    ({ id: _id, ...changes }) => Object.values(changes).some((value) => value !== undefined && value !== ''),
    { error: 'Nothing to change.' },
  );

/**
 * The input of a create: `domain` and the settings. `id`: a UUID chosen by Waymark, if the kind of service allows that.
 * If the service uses this id, sending the create again cannot create a second website. `team`: the id of the team that
 * will own the website.
 */
export const createInputSchema = lazy(() =>
  z
    .strictObject({ domain: domain(), id: z.optional(segment()), team: z.optional(segment()), ...settings() })
    .check(passwordIsUsed()),
);

/** The input of an update: `id`, and at least one setting to change. */
export const updateInputSchema = lazy(() =>
  z.strictObject({ id: segment(), ...settings() }).check(passwordIsUsed(), hasChange()),
);

/** The input of a search for the records of a host. `within`: a domain that contains the host. */
export const findInputSchema = lazy(() => z.strictObject({ host: domain(), within: z.optional(domain()) }));

/** The input of an operation on one website. */
export const websiteIdSchema = lazy(() => z.strictObject({ id: segment() }));
export const noInputSchema = lazy(() => z.strictObject({}));
export const projectNameSchema = lazy(() => z.strictObject({ project: segment() }));

/**
 * The input of a request for the visits of websites. `last`: requests the time of each website's last visit. `week`:
 * requests the number of visits in the last seven days. `shown`: the service has just reported these websites, so there
 * is no need to check that they exist.
 */
export const hitsInputSchema = lazy(() =>
  z.strictObject({
    ids: z.array(segment()).check(z.minLength(1), z.maxLength(500)),
    last: z.optional(z.literal(true)),
    week: z.optional(z.literal(true)),
    shown: z.optional(z.literal(true)),
  }),
);

/** How many rows a page of a list may have. */
export const sizes = [10, 25, 50, 100] as const;
const orders = ['desc', 'asc'] as const;

/**
 * For each list, the allowed values of a request: the fields to search in and to sort by, the sorting directions, and
 * the numbers of rows on a page.
 */
export const listChoices = {
  websites: { search_by: ['domain'], sort_by: ['id', 'domain'], sort: orders, per_page: sizes },
  projects: { search_by: ['project'], sort_by: ['created_at', 'project'], sort: orders, per_page: sizes },
} as const;

/**
 * Makes the schema of a cursor, which is the previous page's `next`. The code of the kind of service checks it further.
 */
const cursor = () =>
  textListSchema('Not a cursor of this list.', ({ length }) => length > 0 && length <= inputLimits.cursor);

/** Makes the schema of a request for a list that can be searched and sorted by the given fields. */
export function listInputSchema<const By extends string, const Sort extends string>({
  search_by,
  sort_by,
}: {
  search_by: readonly By[];
  sort_by: readonly Sort[];
}) {
  return z.strictObject({
    search: textSchema(),
    search_by: z.optional(z.literal(search_by)),
    sort_by: z.optional(z.literal(sort_by)),
    sort: z.optional(z.literal(orders)),
    per_page: z.optional(z.literal(sizes)),
    cursor: z.optional(cursor()),
  });
}
