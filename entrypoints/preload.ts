import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { preloadPopup } from '@/lib/storage/popupPreload.ts';

/** The popup's first script. It starts to read the stored data while the popup's main script is still loading. */
export default defineUnlistedScript(() => {
  globalThis.preload = preloadPopup;
  globalThis.preloaded = preloadPopup();
});
