import type { Project, Website } from '../services/index.ts';
import { fieldNames } from '../services/websiteFields.ts';
import { picked } from '../util/picked.ts';
import type { ListName, Lists } from './types.ts';

/** How a stored field changes if an answer leaves it out. */
type Kept =
  /** The field was not reported, so its last value and the age of that value stay. */
  | 'keeps'
  /** The record does not have it any more. */
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

/** All stored fields of a record. Whoever adds a field here also changes `assets/store/privacy.md`. */
export const storedFields: Record<ListName, Readonly<Record<string, Kept>>> = {
  websites: websiteFields,
  projects: projectFields,
};

/** Returns the part of a record that is stored. */
export const storedPart = <L extends ListName>(list: L, record: Lists[L]): Lists[L] =>
  picked(record, Object.keys(storedFields[list])) as Lists[L];
