import { Icon } from '@/components/Icon.tsx';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { t } from '@/lib/text/i18n.ts';
import { faultText } from './settingsFileTexts.ts';

/** More than anybody reads, but not so many that the page freezes. */
const mostShown = 100;

/** The faults of a file or policy, with their places. */
export function Faults({ title, faults }: { title: string; faults: readonly Fault[] }) {
  const more = faults.length - mostShown;
  return (
    <div class="note warn">
      <Icon name="warning" />
      <div>
        <p>{title}</p>
        <ul class="plain">
          {faults.slice(0, mostShown).map((fault) => (
            <li key={`${fault.place} ${fault.reason}`}>
              <code dir="ltr">{fault.place}</code> {faultText(fault)}
            </li>
          ))}
          {more > 0 && <li>{t('manage.more_names', { count: more })}</li>}
        </ul>
      </div>
    </div>
  );
}
