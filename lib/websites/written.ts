import type { Privacy } from '../services/index.ts';
import { eachField } from '../services/websiteFields.ts';
import type { WebsiteFields, WrittenFields } from './fields.ts';

/** Returns the lines of a text as entries, without empty and repeated lines. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/**
 * Whether privacy 2 lacks its password. `hasOther`: whether the record or the settings already have a password, so that
 * none must be typed.
 */
export const lacksPassword = (
  { privacy, password }: { privacy?: Privacy | undefined; password?: unknown },
  hasOther = false,
): boolean => privacy === 2 && !password && !hasOther;

/** Returns the fields of a form, as they are sent. */
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

/** Returns all fields of a create. Empty lists and an empty password are left out. */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
