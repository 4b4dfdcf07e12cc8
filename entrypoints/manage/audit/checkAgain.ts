import { ask } from '@/lib/messages/ask.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { type Checked, checkList, withSiteAccess } from './siteAccess.ts';

/**
 * Starts a new check of some sites of an account, and calls `say` with a text about whether it has started. Must be
 * called directly in a click handler, because browsers refuse to ask for access otherwise.
 */
export async function checkAgain(
  account: string,
  websites: readonly Checked[],
  say: (text: string) => void,
): Promise<void> {
  const { items } = checkList(websites);
  const start = async (): Promise<boolean> => {
    const id = crypto.randomUUID();
    const answer = await ask('jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' }, { account });
    say(answer.ok ? t('audit.job') : problemText(answer.problem));
    return answer.ok;
  };
  await withSiteAccess(items, {}, async (isGranted) => {
    if (isGranted) return start();
    say(t('audit.denied'));
    return false;
  });
}
