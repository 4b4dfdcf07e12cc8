import type { Project, Website } from '../services/index.ts';
import { fieldNames } from '../services/websiteFields.ts';
import { picked } from '../util/picked.ts';
import type { ListName, Lists } from './types.ts';

/** The treatment of a stored field that a report leaves out. */
type Kept =
  /** The service may still have the field: its last value stays, with the time of its last report (see `Row.ages`). */
  | 'keeps'
  /** The record no longer has the field: the stored value is deleted. */
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

/** All fields of a record that are stored. If you add one, also change `assets/store/privacy.md`. */
export const storedFields: Record<ListName, Readonly<Record<string, Kept>>> = {
  websites: websiteFields,
  projects: projectFields,
};

/** Returns those fields of a record that are stored. */
export const storedPart = <L extends ListName>(list: L, record: Lists[L]): Lists[L] =>
  picked(record, Object.keys(storedFields[list])) as Lists[L];
