import type { Website } from '@/lib/api/index.ts';
import { privacyKind } from '@/lib/manage/overview.ts';
import { t } from '@/lib/strings.ts';
import { privacyText } from '@/lib/words.ts';
import { Icon, type IconName } from '../Icon.tsx';

const icons = { public: 'globe', private: 'lock', password: 'key', unknown: 'question' } satisfies Record<
  string,
  IconName
>;

/** Who may see a website's statistics, as a word and an icon; public and unknown stand out. */
export function PrivacyTag({ website }: { website: Website }) {
  const kind = privacyKind(website);
  const { privacy, privacy_raw } = website;
  return (
    <span class={`privacy ${kind}`}>
      <Icon name={icons[kind]} />
      {privacy_raw ? t('privacy.unknown_value', { value: privacy_raw }) : privacyText(privacy)}
    </span>
  );
}
