// An empty worker: it answers, so that the time to the first answer can be compared.
chrome.runtime.onMessage.addListener((_message, _sender, answer) => {
  answer({ ok: false });
});
