import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { ReadableField, WebsiteFields } from '@/lib/websites/fields.ts';

export const fieldLabel = (field: ReadableField): string =>
  t(field === 'privacy' ? 'privacy.label' : `fields.${field}`);

/** A field's value in words. */
export function valueText(field: ReadableField, value: WebsiteFields[ReadableField]): string {
  if (value === undefined) return t('manage.not_reported');
  if (field === 'privacy') return privacyText(value as Privacy);
  if (typeof value === 'boolean') return t(value ? 'manage.on' : 'manage.off');
  return String(value).split('\n').filter(Boolean).join(', ') || t('manage.nothing');
}
