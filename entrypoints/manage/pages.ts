import { browser } from 'wxt/browser';
import { requestAccess } from '@/lib/connections/permissions.ts';

export const pages = {
  settings: () => void browser.runtime.openOptionsPage(),
  /**
   * Asks the person for access to the address of a service. Call it directly in a click handler; otherwise browsers
   * refuse to prompt.
   */
  access: (url: string): Promise<boolean> => requestAccess([url]),
};
