import { ask } from '@/lib/messages/ask.ts';
import { type Defaults, defaults } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';
import { useSaid, useSetting } from './useSetting.ts';

/** What new websites start with, the default password among it. */
export function useNewSites(start: Defaults) {
  const [said, tell] = useSaid();
  const [value, change] = useSetting(defaults, start);
  return {
    said,
    value,
    onChange: (part: Partial<Defaults>) => void change(part, tell),
    onPassword: async (password: string) => {
      const answer = await ask('keys.defaultPassword', { password });
      tell(answer.ok ? 'saved' : { failed: problemText(answer.problem) });
      return answer.ok;
    },
  };
}
