import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { type HostReason, siteOfText } from '@/lib/hosts/parse.ts';
import { t } from '@/lib/text/i18n.ts';
import { refusalText } from '@/lib/text/sites.ts';
import { Ask } from './Ask.tsx';

interface NotASiteProps {
  reason: HostReason;
  onHost: (host: string) => void;
}

/** Says why the open page cannot be registered, and offers a box for typing a domain instead. */
export function NotASite({ reason, onHost }: NotASiteProps) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<HostReason>();
  const submit = () => {
    const site = siteOfText(typed);
    if ('refused' in site) setRefused(site.refused);
    else onHost(site.host);
  };
  return (
    <Ask
      title={t('extension.name')}
      label={t('popup.type_domain')}
      placeholder={t('popup.type_domain_placeholder')}
      value={typed}
      error={refused && refusalText(refused)}
      onType={(text) => {
        setTyped(text);
        setRefused(undefined);
      }}
      onSubmit={submit}
    >
      <p class="note">
        <Icon name="info" />
        {refusalText(reason)}
      </p>
    </Ask>
  );
}
