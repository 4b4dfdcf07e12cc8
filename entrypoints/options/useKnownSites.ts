import { dropTabs, requestTabs } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Preferences } from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';
import { usePermitted } from './usePermitted.ts';
import { useRefresh } from './useRefresh.ts';
import { type Tell, useSaid } from './useSetting.ts';

/** The sites that are known on this computer, the reading of the whole list, and the badge that is made of them. */
export function useKnownSites(
  start: string | undefined,
  change: (part: Partial<Preferences>, tell: Tell) => Promise<void>,
) {
  const [said, tell] = useSaid();
  const { base, ...known } = useRefresh(start);
  const onRefresh = async () => {
    const answer = await ask('registry.refresh', {});
    if (!answer.ok) tell({ failed: problemText(answer.problem) });
  };
  const { isDenied, onSwitch } = usePermitted({ request: requestTabs, drop: dropTabs }, async (badge) => {
    await change({ badge }, tell);
    // Without the whole list the badge could not tell what is not registered.
    if (badge && base && !known.walkedAt) await onRefresh();
  });
  return {
    said,
    isConnected: base !== undefined,
    panel: { ...known, onRefresh: () => void onRefresh(), onStop: () => void ask('registry.stop', {}) },
    badge: { isDenied, onChange: onSwitch },
  };
}
