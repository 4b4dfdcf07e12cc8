// The first script in the copy of each measured popup. Records on the popup's own timeline when the element that makes
// the popup ready is in the document, and when it has been painted.
(() => {
  const { selector } = document.currentScript.dataset;
  const look = () => {
    if (!document.querySelector(selector)) return;
    watcher.disconnect();
    performance.mark('ready-dom');
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => performance.mark('ready-painted');
      port2.postMessage(null);
    });
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})();
