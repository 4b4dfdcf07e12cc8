import { Icon } from '@/components/Icon.tsx';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { faultText } from './settingsFileTexts.ts';

/** What of a file or a policy is wrong, and where. */
export function Faults({ title, faults }: { title: string; faults: readonly Fault[] }) {
  return (
    <div class="note warn">
      <Icon name="warning" />
      <div>
        <p>{title}</p>
        <ul class="plain">
          {faults.map((fault) => (
            <li key={`${fault.place} ${fault.reason}`}>
              <code dir="ltr">{fault.place}</code> {faultText(fault)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
