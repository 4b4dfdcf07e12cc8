import type { ListPart } from './list/state.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { Drafts } from './websites/useDrafts.ts';

/** The props of all tabs except `Add many`. */
interface TabProps {
  route: Route;
  start: ManageStart;
  /** The unsaved forms that edit or add websites. */
  drafts: Drafts;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}

/** The props of the tabs `Websites` and `Projects`. */
export interface ListTabProps extends TabProps {
  /** The connections whose lists are shown; at least one. */
  parts: readonly ListPart[];
}

/** The props of the tab `Tracking`, which is about one account of a service. */
export interface ServiceTabProps extends TabProps {
  serviceUrl: string;
  account: string;
}
