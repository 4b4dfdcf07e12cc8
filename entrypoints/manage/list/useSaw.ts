import { useCallback, useState } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { Kind } from '@/lib/websites/query.ts';
import type { Seen } from './useCoverage.ts';

const nothing: Seen = { complete: false };

/** What this page has seen of each list of the services that are connected. */
export function useSaw(connection: ConnectionAddress | undefined) {
  const urls: Record<Kind, string | undefined> = { websites: connection?.analyticsUrl, projects: connection?.seoUrl };
  const { websites, projects } = urls;
  const [saw, setSaw] = useState<Readonly<Record<string, Seen>>>({});
  const of = (kind: Kind): Seen => saw[`${kind} ${urls[kind]}`] ?? nothing;
  const onSeen = useCallback(
    (kind: Kind, now: Seen) => {
      const name = `${kind} ${{ websites, projects }[kind]}`;
      setSaw((before) => ({
        ...before,
        [name]: { total: now.total ?? before[name]?.total, complete: now.complete },
      }));
    },
    [websites, projects],
  );
  return { seen: { websites: of('websites'), projects: of('projects') }, onSeen };
}
