import type { ProjectRow, WebsiteRow } from './types.ts';

export type Item = Record<string, string | number | boolean | null>;

/** The ways to report a record's id. Only ids of the first style can be used in a path. */
export const idStyles = {
  int: (n: number) => n,
  null: () => null,
} satisfies Record<string, (n: number) => number | null>;

export type IdStyle = keyof typeof idStyles;

/** Unusual fields that a record may have. */
const fieldStyles = {
  usual: () => ({}),
  'password-text': ({ password }) => ({ password }),
  params: ({ exclude_params }) => ({ exclude_params }),
} satisfies Record<string, (row: WebsiteRow) => Item>;

export type FieldStyle = keyof typeof fieldStyles;

/** Returns a stored website as the service reports it, which is without the password: only whether there is one. */
export function websiteItem(row: WebsiteRow, ids: IdStyle, style: FieldStyle): Item {
  const { id, domain, privacy, email, password, exclude_bots, exclude_ips, created_at, updated_at } = row;
  const item = { id: idStyles[ids](id), domain, privacy, email, password: password !== null };
  return { ...item, exclude_bots, exclude_ips, created_at, updated_at, ...fieldStyles[style](row) };
}

/** Returns a stored project as the service reports it: named by `project`, without an id. */
export const projectItem = ({ project, reports, result, created_at }: ProjectRow): Item => ({
  project,
  reports,
  result,
  created_at,
});
