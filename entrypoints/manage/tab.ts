import type { RecordKind } from '@/lib/websites/query.ts';
import type { ListRead } from './list/useLinks.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { AllWebsitesRead } from './websites/useAllWebsites.ts';

/** The props of each tab with a list. */
export interface TabProps {
  /** The address of the service whose records are listed, and the account there. */
  serviceUrl: string;
  account: string;
  route: Route;
  start: ManageStart;
  /** How much of each list this page has read. */
  listsRead: Record<RecordKind, ListRead>;
  onListRead: (kind: RecordKind, read: ListRead) => void;
  /** All websites, where the person had them read. */
  all: AllWebsitesRead;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}
