// The least a popup of this kind can do: it writes the host of the open tab and lets its button be pressed.
chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => {
  document.getElementById('host').textContent = new URL(tab.url).hostname;
  document.querySelector('button').disabled = false;
});
