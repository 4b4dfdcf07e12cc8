import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { unicodeOf } from './unicode.ts';
import type { NameOption } from './useSite.ts';

const hints: Record<NameOption['choice'], () => string> = {
  seen: () => t('popup.host_seen'),
  bare: () => t('popup.host_bare'),
  registrable: () => t('popup.host_registrable'),
  registered: () => t('popup.registered'),
};

export interface NameChoiceProps {
  names: readonly NameOption[];
  value: string;
  onChange: (host: string) => void;
}

/** Which of a site's names is meant: a button beside the heading, and under it the names once it was pressed. */
export function NameChoice({ names, value, onChange }: NameChoiceProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="icon-button names-button"
        title={t('popup.host_choice')}
        aria-label={t('popup.host_choice')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" />
      </button>
      {open && (
        <fieldset class="names">
          <legend class="visually-hidden">{t('popup.host_choice')}</legend>
          {names.map(({ choice, host }) => (
            <label key={host} class="check">
              <input type="radio" name="host" checked={host === value} onChange={() => onChange(host)} />
              <span>
                <bdi>{unicodeOf(host)}</bdi> <span class="hint">{hints[choice]()}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
