import type { Privacy } from '@/lib/api/index.ts';
import type { Fields } from '@/lib/fields.ts';
import type { ReadableField } from '@/lib/manage/conflict.ts';
import { t } from '@/lib/strings.ts';
import { privacyText } from '@/lib/words.ts';

const labels: Record<ReadableField, () => string> = {
  privacy: () => t('privacy.label'),
  email: () => t('fields.email'),
  exclude_bots: () => t('fields.exclude_bots'),
  exclude_params: () => t('fields.exclude_params'),
  exclude_ips: () => t('fields.exclude_ips'),
};

export const fieldLabel = (field: ReadableField): string => labels[field]();

/** A field's value in words. */
export function valueText(field: ReadableField, value: Fields[ReadableField]): string {
  if (value === undefined) return t('manage.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}
