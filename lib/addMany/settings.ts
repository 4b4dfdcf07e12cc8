import type { Privacy } from '../services/index.ts';
import { type FieldName, fieldTable } from '../services/websiteFields.ts';
import { toLines } from '../websites/written.ts';
import { isOfRegistry } from './headers.ts';
import { type Entry, isPlaceholder } from './lines.ts';

const privacies: Readonly<Record<string, Privacy>> = { public: 0, private: 1, password: 2 };
const flags: Readonly<Record<string, 0 | 1>> = { no: 0, yes: 1, false: 0, true: 1, 0: 0, 1: 1 };
/** Matches the values of a `privacy` column that is about the owners of domains, not about statistics pages. */
const ofOwner = /^(?:\d+|yes|no|true|false|on|off)$/i;

const named = <T>(table: Readonly<Record<string, T>>, cell: string): T | undefined => {
  const name = cell.trim().toLowerCase();
  return Object.hasOwn(table, name) ? table[name] : undefined;
};

const isField = (name: string): name is FieldName => Object.hasOwn(fieldTable, name);

/** Which columns of a table contain settings of websites. */
export interface SettingColumns {
  /** The name of the setting in each column, or '' if the column contains no setting. */
  names: readonly string[];
  /**
   * Whether a column contains the privacy of websites. If so, an unknown word in it makes the site in that row
   * doubtful.
   */
  hasPrivacy: boolean;
  /** Whether the table lists domain registrations. Its privacy may then be that of the domains' owners. */
  isOfDomains: boolean;
}

const isFilled = (cell: string) => cell.trim() !== '' && !isPlaceholder(cell.trim());
const privacyCells = (names: readonly string[], cells: readonly string[]) =>
  cells.filter((cell, at) => names[at] === 'privacy' && isFilled(cell));

/**
 * Finds the columns that contain settings, by the headers of Waymark's own export. A column `email` counts only beside
 * another setting, because lists of customers have such a column, too. Passwords are never read, because most passwords
 * in files are for something else.
 */
export function settingColumns(headers: readonly string[], rows: readonly (readonly string[])[]): SettingColumns {
  const all = headers
    .map((header) => header.toLowerCase())
    .map((name) => (isField(name) || name === 'privacy' ? name : ''));
  const names = all.some((name) => name && name !== 'email') ? all : [];
  const said = rows.flatMap((cells) => privacyCells(names, cells));
  return {
    names,
    isOfDomains: headers.some(isOfRegistry) && !names.some((name) => isField(name) && name !== 'email'),
    hasPrivacy: names.includes('privacy') && !(said.length && said.every((cell) => ofOwner.test(cell.trim()))),
  };
}

function settingIn(name: FieldName, cell: string): unknown {
  if (fieldTable[name].kind === 'flag') return named(flags, cell);
  const lines = toLines(cell);
  return lines.length ? lines : undefined;
}

/**
 * Returns the settings in a row of a table, without values that are empty or cannot be understood. `unread`: whether
 * the row has two different privacies, or one that cannot be understood. In a table of domain registrations, `public`
 * counts as not understood, because it must not make a website public.
 */
export function settingsIn(
  { names, hasPrivacy, isOfDomains }: SettingColumns,
  cells: readonly string[],
): Pick<Entry, 'own' | 'unread'> {
  const found = names.flatMap((name, at) => (isField(name) ? [[name, settingIn(name, cells[at] ?? '')] as const] : []));
  const written = privacyCells(names, cells).map((cell) => named(privacies, cell));
  const said = new Set(written.map((privacy) => (isOfDomains && privacy === 0 ? undefined : privacy)));
  const [privacy] = said;
  const isUnread = said.size > 1 || (hasPrivacy && said.has(undefined));
  const own = Object.fromEntries(
    [...found, ['privacy', isUnread ? undefined : privacy]].filter(([, value]) => value !== undefined),
  );
  return { ...(Object.keys(own).length ? { own } : {}), ...(isUnread ? { unread: true } : {}) };
}

/**
 * Whether a row may contain a privacy. Used for rows whose settings are ignored because their cells may have shifted.
 */
export const maySayPrivacy = ({ names, hasPrivacy }: SettingColumns, cells: readonly string[]): boolean =>
  hasPrivacy && (privacyCells(names, cells).length > 0 || cells.some((cell) => named(privacies, cell) !== undefined));

const words = Object.keys(privacies);

/**
 * Returns the settings in a JSON record. A privacy of 0 (public) counts only beside another setting. On its own, it may
 * be about the owner of a domain, so it must not make a website public. The field `privacy_raw` of Waymark's own export
 * always counts as a privacy that cannot be understood.
 */
export function settingsOf(record: object): ReturnType<typeof settingsIn> {
  const isOwn = Object.keys(record).some(isField);
  const raw = 'privacy_raw';
  const cells = Object.entries(record).map(([name, value]) => {
    if (name === raw) return `?${value}`;
    if (name !== 'privacy' || typeof value !== 'number')
      return Array.isArray(value) ? value.join('\n') : String(value ?? '');
    return value || isOwn ? (words[value] ?? `?${value}`) : '';
  });
  const names = Object.keys(record).map((name) => (name === raw ? 'privacy' : name));
  return settingsIn(settingColumns(names, [cells]), cells);
}
