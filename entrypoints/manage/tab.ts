import type { Kind } from '@/lib/websites/query.ts';
import type { Seen } from './list/useCoverage.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';

/** What each tab with a list is given. */
export interface TabProps {
  /** The address of the service whose records are listed. */
  serviceUrl: string;
  route: Route;
  start: ManageStart;
  /** What this page has seen of each list. */
  seen: Record<Kind, Seen>;
  onSeen: (kind: Kind, seen: Seen) => void;
  /** Tells an outcome. */
  say: (text: string) => void;
}
