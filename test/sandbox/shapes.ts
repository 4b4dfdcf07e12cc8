import type { ProjectRow, WebsiteRow } from './types.ts';

export type Item = Record<string, string | number | boolean | null>;

/** How a row's number goes out as an id. Only the first can be addressed. */
export const idStyles = {
  int: (n: number) => n,
  null: () => null,
} satisfies Record<string, (n: number) => number | null>;

export type IdStyle = keyof typeof idStyles;

/** What may be odd about the fields of a record. */
const fieldStyles = {
  usual: () => ({}),
  'password-text': ({ password }) => ({ password }),
  params: ({ exclude_params }) => ({ exclude_params }),
} satisfies Record<string, (row: WebsiteRow) => Item>;

export type FieldStyle = keyof typeof fieldStyles;

/** A stored website as the service reports it: a password is never given, only whether one is set. */
export function websiteItem(row: WebsiteRow, ids: IdStyle, style: FieldStyle): Item {
  const { id, domain, privacy, email, password, exclude_bots, exclude_ips, created_at, updated_at } = row;
  const item = { id: idStyles[ids](id), domain, privacy, email, password: password !== null };
  return { ...item, exclude_bots, exclude_ips, created_at, updated_at, ...fieldStyles[style](row) };
}

/** A stored project as the service reports it: it is named by `project` and has no id. */
export const projectItem = ({ project, reports, result, created_at }: ProjectRow): Item => ({
  project,
  reports,
  result,
  created_at,
});
