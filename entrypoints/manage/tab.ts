import type { ListPart } from './list/state.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { Drafts } from './websites/useDrafts.ts';

/** The props that the tabs with lists and the tab `Tracking` share. */
interface TabProps {
  route: Route;
  start: ManageStart;
  /** The unsaved forms in the sheets. */
  drafts: Drafts;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}

/** The props of a tab with a list. */
export interface ListTabProps extends TabProps {
  /** The connections whose lists are shown; at least one. */
  parts: readonly ListPart[];
}

/** The props of a tab about one account of a service. */
export interface ServiceTabProps extends TabProps {
  serviceUrl: string;
  account: string;
}
