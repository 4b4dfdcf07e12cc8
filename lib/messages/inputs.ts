import * as z from 'zod/mini';

// Few zod features, and every schema built on first use: each feature adds to the worker's bundle, and building them all
// at start would delay every answer.
/** A text that matches a pattern. */
export const textMatching = (pattern: RegExp) =>
  z.custom<string>((text) => typeof text === 'string' && pattern.test(text));
const isLengthWithin = ({ length }: { length: number }, min: number, max: number) => length >= min && length <= max;
/** A text of so many characters. */
export const boundedString = (min: number, max: number) =>
  z.custom<string>((given) => typeof given === 'string' && isLengthWithin(given, min, max));
/** Whether a list has so many items. */
export const length = (min: number, max: number) =>
  z.refine<{ length: number }>((list) => isLengthWithin(list, min, max));

/** What pages may read of the worker's databases, by the names of `StoredReads`. */
const reads = [
  'allJobs',
  'itemsOf',
  'someItemsOf',
  'pastAudits',
  'cachedHosts',
  'cachedSitesOf',
  'cachedProjectHosts',
  'cachedSiteCount',
  'listReadAt',
] as const;

/** A name, a number, several names, or none, which a message may turn into null. */
const isArgument = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  typeof given === 'string' ||
  Number.isSafeInteger(given) ||
  (Array.isArray(given) && given.every((one) => typeof one === 'string'));

/** What is read, and with which arguments. */
export const readInput = () =>
  z.strictObject({ read: z.literal(reads), args: z.array(z.custom<unknown>(isArgument)).check(length(0, 4)) });
