import type { Project, Website } from '../services/index.ts';
import { fieldNames } from '../services/websiteFields.ts';
import { picked } from '../util/picked.ts';
import type { ListName, Lists } from './types.ts';

/** What happens to a stored field if a later report about the record lacks it. */
type Kept =
  /** The stored value stays, because the service may still have it (see `Row.ages`). */
  | 'keeps'
  /** The stored value is deleted, because the record no longer has the field. */
  | 'ends';

const websiteFields = {
  id: 'keeps',
  domain: 'keeps',
  name: 'ends',
  hosts: 'keeps',
  privacy: 'keeps',
  privacy_raw: 'keeps',
  has_password: 'keeps',
  ...(Object.fromEntries(fieldNames.map((name) => [name, 'keeps'])) as Record<(typeof fieldNames)[number], 'keeps'>),
  share_url: 'keeps',
  created_at: 'keeps',
  updated_at: 'keeps',
  team: 'keeps',
  team_name: 'keeps',
  locked: 'ends',
} as const satisfies Record<keyof Website, Kept>;

const projectFields = {
  project: 'keeps',
  id: 'keeps',
  reports: 'keeps',
  result: 'keeps',
  created_at: 'keeps',
  locked: 'ends',
} as const satisfies Record<keyof Project, Kept>;

/** All stored fields of a record. If you add one, also change `assets/store/privacy.md`. */
export const storedFields: Record<ListName, Readonly<Record<string, Kept>>> = {
  websites: websiteFields,
  projects: projectFields,
};

/** Returns a record with only the fields that are stored. */
export const storedPart = <L extends ListName>(list: L, record: Lists[L]): Lists[L] =>
  picked(record, Object.keys(storedFields[list])) as Lists[L];
