import type { IconName } from '@/components/Icon.tsx';
import { type FlagField, fieldsOfKind } from '@/lib/services/websiteFields.ts';
import { t } from '@/lib/text/i18n.ts';

interface FlagTexts {
  /** The head of its column, and the texts of a cell. */
  column: () => string;
  cell: { on: () => string; off: () => string };
  /** The texts for changing it on many websites. */
  icon: IconName;
  change: () => string;
  becomes: { on: () => string; off: () => string };
}

/** The texts of each field that is on or off. */
export const flagTexts: Record<FlagField, FlagTexts> = {
  email: {
    column: () => t('manage.set_email'),
    cell: { on: () => t('manage.on'), off: () => t('manage.off') },
    icon: 'mail',
    change: () => t('manage.set_email'),
    becomes: { on: () => t('manage.email_on'), off: () => t('manage.email_off') },
  },
  exclude_bots: {
    column: () => t('manage.bots'),
    cell: { on: () => t('manage.excluded'), off: () => t('manage.counted') },
    icon: 'robot',
    change: () => t('manage.set_bots'),
    becomes: { on: () => t('manage.bots_on'), off: () => t('manage.bots_off') },
  },
};

/** The fields that are on or off, in display order. */
export const flagFields = fieldsOfKind('flag');
