import type { Website } from '@/lib/services/index.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import type { ListRead } from './list/useLinks.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { AllWebsitesRead } from './websites/useAllWebsites.ts';
import type { Drafts } from './websites/useDrafts.ts';

/** The websites of one account that are selected. */
export interface Selected {
  serviceUrl: string;
  account: string;
  websites: readonly Website[];
  onClear: () => void;
}

/** One list of several on the page. */
export interface Group {
  /** The name of its connection. */
  name: string;
  /** Called with its selection, for changes to everything that is selected on the page. */
  onSelected: (selected: Selected) => void;
}

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
  /** All websites, if the person had them read. */
  all: AllWebsitesRead;
  /** What was typed in sheets. */
  drafts: Drafts;
  /** Undefined if this is the only list. */
  group?: Group;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}
