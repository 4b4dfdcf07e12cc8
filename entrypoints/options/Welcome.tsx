import { Icon, type IconName } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

const points: readonly { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'globe', title: () => t('options.welcome_address'), text: () => t('options.welcome_address_text') },
  { icon: 'key', title: () => t('options.welcome_key'), text: () => t('options.welcome_key_text') },
  { icon: 'lock', title: () => t('options.welcome_private'), text: () => t('options.welcome_private_text') },
];

/** What Waymark needs, what it asks permission for, and why; shown until it is connected. */
export function Welcome() {
  return (
    <div class="welcome">
      <h2>{t('options.welcome')}</h2>
      <p>{t('options.welcome_text')}</p>
      <ul>
        {points.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon name={icon} />
            <p>
              <b>{title()}</b> {text()}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
