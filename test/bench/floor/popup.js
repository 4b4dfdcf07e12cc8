// The least that such a popup can do: it shows the host of the open tab and enables its button.
chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => {
  document.getElementById('host').textContent = new URL(tab.url).hostname;
  document.querySelector('button').disabled = false;
});
