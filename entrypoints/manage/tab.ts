import type { ListPart } from './list/state.ts';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { Drafts } from './websites/useDrafts.ts';

export interface TabProps {
  route: Route;
  start: ManageStart;
  drafts: Drafts;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}

export interface ListTabProps extends TabProps {
  parts: readonly ListPart[];
}

/** The props of the tab `Tracking`, which is about one account of a service. */
export interface ServiceTabProps extends TabProps {
  serviceUrl: string;
  account: string;
}
