import { browser } from 'wxt/browser';
import type { AuditChanges } from '../../audit/history.ts';
import { noticePrefix } from '../../audit/repeat.ts';
import { hasNotifications } from '../../connections/permissions.ts';
import { numberText, t } from '../../text/i18n.ts';

/** Tells of a repeated audit what changed for the worse; nothing where nothing did. Told twice it is shown once. */
export async function notifyOfChanges(id: string, { lost, gone }: AuditChanges): Promise<void> {
  if (!(lost.length || gone.length) || !(await hasNotifications()) || !browser.notifications) return;
  const lines = [
    ...(lost.length ? [t('audit.lost', { count: numberText(lost.length) })] : []),
    ...(gone.length ? [t('audit.gone', { count: numberText(gone.length) })] : []),
  ];
  await browser.notifications.create(noticePrefix + id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title: t('audit.worse'),
    message: lines.join('\n'),
  });
}
