import { useState } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { Icon } from './Icon.tsx';

/** Renders the link to a website's public statistics, to open or to copy. */
export function ShareLink({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <div class="row share">
      <a class="button quiet" href={url} target="_blank" rel="noreferrer">
        <Icon name="globe" />
        {t('record.public_link')}
      </a>
      <button type="button" class="button quiet" onClick={() => void copyText(url).then(setCopied)}>
        <Icon name="copy" />
        {t('record.copy_link')}
      </button>
      <span class="hint" role="status">
        {copied && t('tracking.copied')}
        {copied === false && [t('tracking.copy_failed'), ' ', <bdi dir="ltr">{url}</bdi>]}
      </span>
    </div>
  );
}
