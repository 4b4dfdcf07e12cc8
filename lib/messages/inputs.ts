import * as z from 'zod/mini';
import { keyPattern } from '../connections/key.ts';
import { serviceNames } from '../connections/services.ts';
import { byKind } from '../services/websiteFields.ts';
import { inputLimits } from '../util/inputLimits.ts';

// Uses few features of zod, and builds schemas on first use: each feature enlarges the worker's bundle, and building
// all schemas at the start would delay every answer.
const textMatching = (pattern: RegExp) => z.custom<string>((text) => typeof text === 'string' && pattern.test(text));
const isLengthWithin = ({ length }: { length: number }, min: number, max: number) => length >= min && length <= max;
/** Makes the schema of a text with a length between `min` and `max`. */
export const boundedString = (min: number, max: number) =>
  z.custom<string>((given) => typeof given === 'string' && isLengthWithin(given, min, max));
/** Makes a check that a list has between `min` and `max` items. */
export const length = (min: number, max: number) =>
  z.refine<{ length: number }>((list) => isLengthWithin(list, min, max));

export const hostInput = () => boundedString(1, inputLimits.domain);
export const addressSchema = () => boundedString(1, inputLimits.address);
export const key = () => textMatching(keyPattern);
export const service = () => z.literal(serviceNames);
export const keepInput = () => z.literal(['always', 'session']);

export const id = () => textMatching(/^[\w-]{1,64}$/);
/**
 * Makes the schema of a service to save. Without a `key`, the service uses its stored key, or with `copyOf` the
 * first service's key.
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
/** Makes the schema of a job's fields. `team`: the id of the team that its websites are created for. */
export const jobFieldsInput = () =>
  z.strictObject({ ...settingsInput(), team: z.optional(boundedString(1, inputLimits.id)) });
export const linesInput = () => z.array(boundedString(0, inputLimits.text)).check(length(0, inputLimits.lines));

/** One password for all items of a job, or a generated one for each. */
type PasswordsInput = { way: 'each' } | { way: 'common'; password: string };
export const passwordsInput = () =>
  z
    .strictObject({ way: z.literal(['each', 'common']), password: z.optional(jobPassword()) })
    .check(
      z.refine(({ way, password }) => (way === 'common') === (password !== undefined)),
    ) as unknown as z.ZodMiniType<PasswordsInput, PasswordsInput>;

/** The data that pages may read from the worker's databases, by the names of `StoredReads`. */
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
  'rowsAt',
] as const;

/** Whether a value may be an argument: a name, a number, several names, or nothing (a message may make that null). */
const isArgument = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  typeof given === 'string' ||
  Number.isSafeInteger(given) ||
  (Array.isArray(given) && given.every((one) => typeof one === 'string'));

/** Makes the schema of a read: the name of the data to read, and the arguments. */
export const readInput = () =>
  z.strictObject({ read: z.literal(reads), args: z.array(z.custom<unknown>(isArgument)).check(length(0, 4)) });
