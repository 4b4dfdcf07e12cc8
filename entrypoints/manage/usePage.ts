import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Route } from './useRoute.ts';
import type { ManageStart } from './useStart.ts';
import type { Drafts } from './websites/useDrafts.ts';

/** The data and functions that all tabs of the page share. */
export interface Page {
  route: Route;
  start: ManageStart;
  drafts: Drafts;
  /** Shows an outcome as a toast. */
  say: (text: string) => void;
}

const PageContext = createContext({} as Page);

export const PageProvider = PageContext.Provider;
export const usePage = () => useContext(PageContext);
