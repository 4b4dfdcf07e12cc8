import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { ReadableField } from '@/lib/websites/conflict.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

const fieldLabels: Record<ReadableField, () => string> = {
  privacy: () => t('privacy.label'),
  email: () => t('fields.email'),
  exclude_bots: () => t('fields.exclude_bots'),
  exclude_params: () => t('fields.exclude_params'),
  exclude_ips: () => t('fields.exclude_ips'),
};

export const fieldLabel = (field: ReadableField): string => fieldLabels[field]();

/** A field's value in words. */
export function valueText(field: ReadableField, value: WebsiteFields[ReadableField]): string {
  if (value === undefined) return t('manage.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}
