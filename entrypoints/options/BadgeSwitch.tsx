import { Checkbox } from '@/components/Checkbox.tsx';
import { t } from '@/lib/text/i18n.ts';

interface BadgeSwitchProps {
  checked: boolean;
  /** Called straight in the click: the browser is asked in it. */
  onChange: (wanted: boolean) => void;
  /** The browser said no. */
  isDenied: boolean;
}

/** Turns the toolbar badge on and off. */
export function BadgeSwitch({ checked, onChange, isDenied }: BadgeSwitchProps) {
  return (
    <Checkbox
      label={t('tracking.badge')}
      hint={t('tracking.badge_hint')}
      checked={checked}
      error={isDenied ? t('tracking.badge_denied') : undefined}
      onChange={onChange}
    />
  );
}
