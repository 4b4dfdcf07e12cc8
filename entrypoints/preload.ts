import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';

/** The popup's first script: asks for what is on this machine while the popup's own script is still being read. */
export default defineUnlistedScript(() => {
  globalThis.preload = preloadPopup;
  globalThis.preloaded = preloadPopup();
});
