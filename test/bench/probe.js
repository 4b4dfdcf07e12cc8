// Put first into the copy of every popup that is measured, the same for all: notes when what makes it ready is in the
// document, and when that has been painted, on the popup's own timeline.
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
