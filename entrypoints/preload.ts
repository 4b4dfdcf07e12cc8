import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';

/** The popup's first script. It requests the stored data while the browser still loads the popup's own script. */
export default defineUnlistedScript(() => {
  globalThis.preload = preloadPopup;
  globalThis.preloaded = preloadPopup();
});
