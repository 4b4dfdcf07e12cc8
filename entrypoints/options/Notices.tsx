import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { DamagedPart, SettingsPart } from '@/lib/storage/damagedParts.ts';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { t } from '@/lib/text/i18n.ts';
import { faultText } from './settingsFileTexts.ts';

/** The maximum number of faults shown: more than anybody reads, but not enough to freeze the page. */
const mostShown = 100;

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

/** Renders the faults in an organisation's policy. The rest of the policy applies. */
export const PolicyFaults = ({ faults }: { faults: readonly Fault[] }) =>
  faults.length > 0 ? <Faults title={t('options.policy_faults')} faults={faults} /> : null;

const partNames: Record<SettingsPart, () => string> = {
  connections: () => t('options.connections'),
  defaults: () => t('options.defaults'),
  presets: () => t('addmany.preset'),
  preferences: () => t('options.preferences'),
  keys: () => t('options.api_key'),
  passwords: () => t('options.default_password'),
  policy: () => t('options.damaged_policy'),
  audits: () => t('options.damaged_audits'),
};

interface DamagedProps {
  damaged: readonly DamagedPart[];
  /** Whether a damaged part of the settings was reset on this page. */
  isReset: boolean;
  failure: string | undefined;
  onReset: (part: SettingsPart) => void;
}

function DamagedParts({ damaged, onReset }: Pick<DamagedProps, 'damaged' | 'onReset'>) {
  return (
    <div class="note warn damaged">
      <Icon name="warning" />
      <div>
        <p>{t('options.damaged')}</p>
        <ul class="plain">
          {damaged.map(({ part, places }) => (
            <li key={part}>
              <p>
                <b>{partNames[part]()}</b>
                {places.map((place) => (
                  <bdi key={place}>{place}</bdi>
                ))}
              </p>
              <Button label={t('options.damaged_reset', { part: partNames[part]() })} onClick={() => onReset(part)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Renders the damaged parts of the settings or, once all of them have been reset, a confirmation. */
export function Damaged({ damaged, isReset, failure, onReset }: DamagedProps) {
  return (
    <div role="status">
      {damaged.length > 0 && <DamagedParts damaged={damaged} onReset={onReset} />}
      {failure && <p class="note danger">{failure}</p>}
      {isReset && !damaged.length && (
        <p class="note good">
          <Icon name="check" />
          {t('options.saved')}
        </p>
      )}
    </div>
  );
}
