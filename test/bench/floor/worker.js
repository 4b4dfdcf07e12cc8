// An empty worker that only answers, so that the times to the first answer can be compared.
chrome.runtime.onMessage.addListener((_message, _sender, answer) => {
  answer({ ok: false });
});
