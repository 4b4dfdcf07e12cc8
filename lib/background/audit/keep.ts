import { type AuditChanges, changesBetween, foundBy, pastAudit } from '../../audit/history.ts';
import { hasPermission } from '../../connections/permissions.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { keepAudit, pastAudits } from '../../storage/audits.ts';
import { numberText, t } from '../../text/i18n.ts';
import { showNotice } from '../notices.ts';
import { stillRegistered } from './stillRegistered.ts';

/**
 * Shows a notification if a repeated audit found something worse than the audits before it. Leaves out sites whose
 * records have been deleted since. A click opens the report. A second call for the same audit replaces the
 * notification.
 */
async function notifyOfChanges({ id, account, connection }: Job, { lost, gone, stopped }: AuditChanges): Promise<void> {
  const worse = [
    ['audit.lost', lost],
    ['audit.stopped', stopped],
    ['audit.gone', gone],
  ] as const;
  const lines: string[] = [];
  for (const [text, hosts] of worse) {
    const { length } = await stillRegistered(
      account,
      hosts.map((key) => ({ key })),
    );
    if (length) lines.push(t(text, { count: numberText(length) }));
  }
  if (!lines.length || !(await hasPermission('notifications'))) return;
  const query = new URLSearchParams({ tab: 'tracking', ...(connection ? { connection } : {}), audit: id });
  await showNotice(`?${query}`, t('audit.worse'), lines.join('\n'));
}

/**
 * Stores an audit's result for later comparison. After a repeated audit, also notifies the person if something got
 * worse. Called again after the requests for visits (`asksVisits`), and then notifies the person only if a site's
 * visits have stopped.
 */
export async function keepResult(job: Job, items: readonly Item[]): Promise<void> {
  const found = foundBy(job, items);
  if (!found.length) return;
  const past = (await pastAudits(job.account)).filter((audit) => audit.id !== job.id);
  const isKept = await keepAudit(pastAudit(job, found));
  if (!isKept || !job.isRepeat) return;
  const changes = changesBetween(past, found);
  if (!job.asksVisits || changes.stopped.length) await notifyOfChanges(job, changes);
}
