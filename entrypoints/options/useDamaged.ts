import { useState } from 'preact/hooks';
import { ask } from '@/lib/messages/ask.ts';
import type { DamagedPart, SettingsPart } from '@/lib/storage/damagedParts.ts';
import { problemText } from '@/lib/text/problems.ts';

export function useDamaged(start: readonly DamagedPart[]) {
  const [damaged, setDamaged] = useState(start);
  const [failure, setFailure] = useState<string>();
  const onReset = async (part: SettingsPart) => {
    const answer = await ask('settings.reset', { part });
    setFailure(answer.ok ? undefined : problemText(answer.problem));
    if (answer.ok) setDamaged(answer.value);
  };
  return { damaged, isReset: damaged !== start, failure, onReset: (part: SettingsPart) => void onReset(part) };
}
