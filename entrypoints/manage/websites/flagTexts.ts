import type { IconName } from '@/components/Icon.tsx';
import { type FlagField, fieldsOfKind } from '@/lib/services/websiteFields.ts';
import { t } from '@/lib/text/i18n.ts';

export const flagFields = fieldsOfKind('flag');

export const flagIcons: Record<FlagField, IconName> = { email: 'mail', exclude_bots: 'robot' };

/** For each field, its name in the keys of texts, such as `bots` in `manage.bots_on`. */
const words = { email: 'email', exclude_bots: 'bots' } as const satisfies Record<FlagField, string>;

export const flagActionText = (field: FlagField): string => t(`manage.set_${words[field]}`);

export const flagChangeText = (field: FlagField, on: boolean): string =>
  t(on ? `manage.${words[field]}_on` : `manage.${words[field]}_off`);
