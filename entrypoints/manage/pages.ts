import { browser } from 'wxt/browser';
import { requestAccess } from '@/lib/connections/permissions.ts';

/** Ways out of this page. */
export const pages = {
  settings: () => void browser.runtime.openOptionsPage(),
  /** Straight from a click: browsers refuse to ask otherwise. */
  access: (url: string): Promise<boolean> => requestAccess([url]),
};
