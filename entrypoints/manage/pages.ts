import { browser } from 'wxt/browser';
import { requestAccess } from '@/lib/connections/permissions.ts';

export const pages = {
  settings: () => void browser.runtime.openOptionsPage(),
  /**
   * Asks for access to the address of a service. Must be called directly in a click: browsers refuse to prompt
   * otherwise.
   */
  access: (url: string): Promise<boolean> => requestAccess([url]),
};
