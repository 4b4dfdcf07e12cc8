import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { privacyKind } from '@/lib/websites/privacyCounts.ts';

const privacyIcons = { public: 'globe', private: 'lock', password: 'key', unknown: 'question' } satisfies Record<
  string,
  IconName
>;

/** Who may see a website's statistics, as a word and an icon; public and unknown stand out. */
export function PrivacyTag({ website }: { website: Website }) {
  const kind = privacyKind(website);
  const { privacy, privacy_raw } = website;
  return (
    <span class={`privacy ${kind}`}>
      <Icon name={privacyIcons[kind]} />
      {privacy_raw ? t('privacy.unknown_value', { value: privacy_raw }) : privacyText(privacy)}
    </span>
  );
}
