import { useWatched } from '@/components/useWatched.ts';
import { homePage, homePagesOf } from '@/lib/audit/access.ts';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { requestAccess, watchAccess, withoutAccess } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

/** Provides the repeated audit of an account, and the functions that stop and resume it. */
export function useRepeat(account: string, say: (text: string) => void) {
  const repeat = useWatched<AuditRepeat | undefined>(
    (tell) => watchSince(auditRepeats, (all) => tell(all.find((one) => one.account === account))),
    [account],
  );
  /** The hosts of the repeated audit that Waymark may no longer access, because the person has withdrawn permission. */
  const lost = useWatched<readonly string[]>(
    (tell) => {
      const read = async () => {
        const pages = await withoutAccess((repeat?.sites ?? []).map(({ key }) => homePage(key)));
        tell(pages.map((page) => new URL(page).hostname));
      };
      void read();
      return watchAccess(() => void read());
    },
    [repeat],
    [],
  );

  const set = async (on: boolean, done?: string) => {
    const answer = await ask('audits.repeat', { on }, { account });
    if (!answer.ok) say(problemText(answer.problem));
    else if (done) say(done);
  };
  return {
    repeat,
    lost,
    onStop: () => void set(false, t('audit.repeat_ended')),
    /** Resumes the repeats. Call it directly in a click handler; otherwise browsers refuse to ask for access. */
    onAgain: async () => {
      const addresses = homePagesOf((repeat?.sites ?? []).map(({ key }) => key));
      if (await requestAccess(addresses, { notifications: true })) await set(true);
      else say(t('audit.denied'));
    },
  };
}
