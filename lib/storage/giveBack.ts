import { dropPermission } from '../connections/permissions.ts';
import { giveBackNotifications } from './auditRepeats.ts';
import type { Preferences } from './settings.ts';
import type { Permitted } from './settingsFile.ts';

/** For each preference with a permission, a function that gives up the permission, unless something else needs it. */
export const giveBack: Record<Permitted, () => Promise<boolean>> = {
  badge: () => dropPermission('tabs'),
  notifications: giveBackNotifications,
};

/** Gives up the permissions of preferences that were on in `before` and are off in `after`. Ignores failures. */
export async function giveBackUnused(before: Preferences, after: Preferences): Promise<void> {
  for (const name of Object.keys(giveBack) as Permitted[])
    if (before[name] && !after[name]) await giveBack[name]().catch(() => {});
}
