import * as z from 'zod/mini';
import { isSiteLook, type SiteLook } from '../audit/look.ts';
import { keyPattern } from '../connections/key.ts';
import { serviceNames } from '../connections/services.ts';
import { byKind } from '../services/websiteFields.ts';
import { inputLimits } from '../util/inputLimits.ts';

// The schemas use few features of zod, because each one enlarges the worker's bundle. Each schema is made when first
// needed: making all of them at the start would delay every answer.
const textMatching = (pattern: RegExp) => z.custom<string>((text) => typeof text === 'string' && pattern.test(text));
const isLengthWithin = ({ length }: { length: number }, min: number, max: number) => length >= min && length <= max;
/** Makes the schema of a text with at least `min` and at most `max` characters. */
export const boundedString = (min: number, max: number) =>
  z.custom<string>((given) => typeof given === 'string' && isLengthWithin(given, min, max));
/** Makes the check that a list has at least `min` and at most `max` entries. */
export const length = (min: number, max: number) =>
  z.refine<{ length: number }>((list) => isLengthWithin(list, min, max));

export const wholeNumber = () => z.custom<number>(Number.isSafeInteger);
/** Makes the schema of a moment (milliseconds since 1970). */
export const moment = () => z.custom<number>(Number.isFinite);

export const hostInput = () => boundedString(1, inputLimits.domain);
export const addressSchema = () => boundedString(1, inputLimits.address);
export const key = () => textMatching(keyPattern);
export const service = () => z.literal(serviceNames);
export const keepInput = () => z.literal(['always', 'session']);

export const id = () => textMatching(/^[\w-]{1,64}$/);
/**
 * Makes the schema of a service to save. Without `key`, the stored key is used. With `copyOf`, the key of the
 * connection's analytics service is used.
 */
export const givenService = () =>
  z.strictObject({ url: addressSchema(), key: z.optional(key()), copyOf: z.optional(z.literal('analytics')) });
export const givenHeader = () =>
  z.strictObject({ name: boundedString(1, inputLimits.text), value: boundedString(1, inputLimits.header) });
export const connectionId = () => z.optional(id());
export const jobPassword = () => boundedString(1, inputLimits.text);
export const job = () => z.strictObject({ id: id() });
export const settingsInput = () => ({
  privacy: z.optional(z.literal([0, 1, 2])),
  ...byKind({ flag: z.optional(z.literal([0, 1])), lines: z.optional(linesInput()) }),
});
/**
 * Makes the schema of the fields that a job writes. `team`: the id of the team that will own the job's new websites.
 */
export const jobFieldsInput = () =>
  z.strictObject({ ...settingsInput(), team: z.optional(boundedString(1, inputLimits.id)) });
export const linesInput = () => z.array(boundedString(0, inputLimits.text)).check(length(0, inputLimits.lines));

/** The passwords of a job: one for all items (`common`), or a generated one for each (`each`). */
export type PasswordsInput = { way: 'each' } | { way: 'common'; password: string };
export const passwordsInput = () =>
  z
    .strictObject({ way: z.literal(['each', 'common']), password: z.optional(jobPassword()) })
    .check(
      z.refine(({ way, password }) => (way === 'common') === (password !== undefined)),
    ) as unknown as z.ZodMiniType<PasswordsInput, PasswordsInput>;

/** The names of the functions in `StoredReads` that pages may ask the worker to run. */
const reads = [
  'allJobs',
  'itemsOf',
  'someItemsOf',
  'pastAudits',
  'knownSites',
  'recordCount',
  'listFacts',
  'hostBatch',
  'rowBatch',
  'firstRows',
  'rowsAt',
] as const;

/**
 * Whether a value can be an argument of a function in `reads`: a text, a whole number, a list of texts, or undefined.
 * Null is also allowed, because undefined may become null in a message.
 */
const isArgument = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  typeof given === 'string' ||
  Number.isSafeInteger(given) ||
  (Array.isArray(given) && given.every((one) => typeof one === 'string'));

/** Makes the schema of a request for stored data: the name of a function (see `reads`) and its arguments. */
export const readInput = () =>
  z.strictObject({ read: z.literal(reads), args: z.array(z.custom<unknown>(isArgument)).check(length(0, 4)) });
/**
 * Makes the schema of an audit's result for a site's page (see `audits.looked`). `at`: the position of the site's item
 * in the audit. `record`: the id of the record that the page was judged for.
 */
export const lookedInput = () =>
  z.strictObject({
    id: id(),
    at: wholeNumber(),
    look: z.custom<SiteLook>(isSiteLook),
    record: z.optional(boundedString(1, inputLimits.id)),
  });
