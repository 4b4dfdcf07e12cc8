import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

interface SiteLinksProps {
  siteUrl: string | undefined;
  statisticsUrl: string | undefined;
  trackingCode: string | undefined;
}

/** The ways from a website's record to the website itself, its statistics and its tracking code. */
export function SiteLinks({ siteUrl, statisticsUrl, trackingCode }: SiteLinksProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(trackingCode ?? '').then(
      () => true,
      () => false,
    );
    setSaid(t(copied ? 'manage.code_copied' : 'manage.code_not_copied'));
  };
  const links = [
    { url: siteUrl, icon: 'external', label: t('manage.open_site') },
    { url: statisticsUrl, icon: 'chart', label: t('manage.statistics') },
  ] as const;
  return (
    <div class="row links">
      {links.map(
        ({ url, icon, label }) =>
          url && (
            <a key={icon} class="button quiet" href={url} target="_blank" rel="noreferrer">
              <Icon name={icon} />
              {label}
            </a>
          ),
      )}
      {trackingCode && (
        <button type="button" class="button quiet" onClick={copy}>
          <Icon name="copy" />
          {t('manage.copy_code')}
        </button>
      )}
      <span class="hint" role="status">
        {said}
      </span>
    </div>
  );
}
