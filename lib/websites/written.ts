import type { Privacy } from '../services/index.ts';
import { eachField } from '../services/websiteFields.ts';
import type { WebsiteFields, WrittenFields } from './fields.ts';

/** Returns the lines of a text, without empty and repeated lines. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/**
 * Whether a required password is missing. A password is required if the privacy is 2, unless the record or the settings
 * already have one (`hasOther`).
 */
export const lacksPassword = (
  { privacy, password }: { privacy?: Privacy | undefined; password?: unknown },
  hasOther = false,
): boolean => privacy === 2 && !password && !hasOther;

/** Converts the fields of a form to the fields of a request. */
export const written = (fields: WebsiteFields): WrittenFields =>
  ({
    privacy: fields.privacy,
    password: fields.privacy === 2 && fields.password ? fields.password : undefined,
    ...eachField((name, { kind }) => {
      const value = fields[name];
      if (value === undefined) return undefined;
      return kind === 'lines' ? toLines(String(value)) : Number(value);
    }),
  }) as WrittenFields;

/**
 * Returns the fields that a form sends in a create. Leaves out fields without a value, empty lists and an empty
 * password.
 */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
