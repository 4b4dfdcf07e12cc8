import type { Privacy, Website } from '../services/index.ts';

/** The fields of a website as a person edits them: lists as one text, one entry a line; undefined is "not reported". */
export interface WebsiteFields {
  privacy: Privacy | undefined;
  password: string;
  email: boolean | undefined;
  exclude_bots: boolean | undefined;
  exclude_params: string | undefined;
  exclude_ips: string | undefined;
}

/** A website's writable fields as the interface takes them. */
export interface WrittenFields {
  privacy?: Privacy;
  password?: string;
  email?: 0 | 1;
  exclude_bots?: 0 | 1;
  exclude_params?: string[];
  exclude_ips?: string[];
}

type Readable = Pick<Website, 'privacy' | 'email' | 'exclude_bots' | 'exclude_params' | 'exclude_ips'>;

const toFlag = (value: 0 | 1 | undefined) => (value === undefined ? undefined : value === 1);
const fromFlag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0);
const toText = (value: readonly string[] | undefined) => value?.join('\n');

/** A text's entries, one a line, without blanks and repetitions. */
export const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const fromText = (value: string | undefined) => (value === undefined ? undefined : toLines(value));

/** A record's (or the defaults') fields, ready to be edited. */
export const toFields = (website: Readable): WebsiteFields => ({
  privacy: website.privacy,
  password: '',
  email: toFlag(website.email),
  exclude_bots: toFlag(website.exclude_bots),
  exclude_params: toText(website.exclude_params),
  exclude_ips: toText(website.exclude_ips),
});

const written = (fields: WebsiteFields): WrittenFields => ({
  privacy: fields.privacy,
  password: fields.privacy === 2 && fields.password ? fields.password : undefined,
  email: fromFlag(fields.email),
  exclude_bots: fromFlag(fields.exclude_bots),
  exclude_params: fromText(fields.exclude_params),
  exclude_ips: fromText(fields.exclude_ips),
});

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs from `before`, ready to be sent: a field that is not reported and was not touched is never in it. */
export function changed(before: WebsiteFields, after: WebsiteFields): WrittenFields {
  const old = written(before);
  const entries = Object.entries(written(after)).filter(
    ([name, value]) => value !== undefined && !sameValue(value, old[name as keyof WrittenFields]),
  );
  const result = Object.fromEntries(entries) as WrittenFields;
  // A password takes effect only beside privacy 2, so both travel together.
  return result.password ? { privacy: 2, ...result } : result;
}

/** Everything a create sends; lists and password only where there is something in them. */
export function complete(fields: WebsiteFields): WrittenFields {
  const entries = Object.entries(written(fields)).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as WrittenFields;
}
