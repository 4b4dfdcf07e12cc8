import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';

const maxShown = 3;

/** A record's name at its service, and the other hosts it stands for, if there are any. */
export function RecordNames({ website, host }: { website: Website; host: string }) {
  const { name, domain, hosts = [domain] } = website;
  const others = hosts.filter((other) => other !== host);
  if (!name && !others.length) return null;
  const more = others.length > maxShown ? [`+${others.length - maxShown}`] : [];
  return (
    <p class="hint record-names">
      {name && <bdi>{name}</bdi>}
      {name && others.length > 0 && ' · '}
      {others.length > 0 && (
        <span title={others.join('\n')}>
          {t('record.also', { hosts: [...others.slice(0, maxShown), ...more].join(', ') })}
        </span>
      )}
    </p>
  );
}
