import { hostOf } from '@/lib/hosts/hostOf.ts';
import { t } from '@/lib/text/i18n.ts';

const maxShown = 3;

interface Named {
  domain: string;
  name?: string | undefined;
  hosts?: readonly string[];
  team_name?: string | undefined;
}

/** Normalises a host, because a service may store it as it was typed: in capitals, or with letters outside ASCII. */
const normalised = (name: string) => hostOf(name) ?? name;
const isSameHost = (one: string, other: string) => normalised(one) === normalised(other);

/**
 * Renders the names in a record other than `host`: the record's name at the service, its domain, other hosts, and team.
 */
export function RecordNames({ website, host }: { website: Named; host: string }) {
  const { name, domain, hosts = [domain], team_name: team } = website;
  const others = hosts.filter((other) => !isSameHost(other, host));
  const address = [host, ...hosts].some((other) => isSameHost(other, domain)) ? undefined : domain;
  const more = others.length > maxShown ? [`+${others.length - maxShown}`] : [];
  const parts = [
    name && <bdi key="name">{name}</bdi>,
    address && <bdi key="address">{address}</bdi>,
    others.length > 0 && (
      <span key="others" title={others.join('\n')}>
        {t('record.also', { hosts: [...others.slice(0, maxShown), ...more].join(', ') })}
      </span>
    ),
    team && <span key="team">{t('record.team', { team })}</span>,
  ].filter(Boolean);
  if (!parts.length) return null;
  return <p class="hint record-names">{parts.flatMap((part, index) => (index ? [' · ', part] : [part]))}</p>;
}
