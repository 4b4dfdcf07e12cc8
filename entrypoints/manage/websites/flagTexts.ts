import type { IconName } from '@/components/Icon.tsx';
import { type FlagField, fieldsOfKind } from '@/lib/services/websiteFields.ts';
import { t } from '@/lib/text/i18n.ts';

/** The icon and texts of the action that switches a field on or off for many websites. */
interface FlagTexts {
  icon: IconName;
  change: () => string;
  /** The change in words, by the new value of the field. */
  becomes: { on: () => string; off: () => string };
}

/** The texts of each field that can be switched on or off. */
export const flagTexts: Record<FlagField, FlagTexts> = {
  email: {
    icon: 'mail',
    change: () => t('manage.set_email'),
    becomes: { on: () => t('manage.email_on'), off: () => t('manage.email_off') },
  },
  exclude_bots: {
    icon: 'robot',
    change: () => t('manage.set_bots'),
    becomes: { on: () => t('manage.bots_on'), off: () => t('manage.bots_off') },
  },
};

/** The fields that can be switched on or off, in display order. */
export const flagFields = fieldsOfKind('flag');
