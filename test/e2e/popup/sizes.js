// Runs first in a copy of the popup. Records each size of window and content once there is content, because the browser
// may lay the popup out before the stored data is read. Also records each position of the main button, by its name.
(() => {
  const sizes = [];
  const places = new Set();
  Object.assign(globalThis, { sizes, places });
  const look = () => {
    const main = document.querySelector('.primary');
    if (main) places.add(`${main.textContent}: ${main.getBoundingClientRect().top}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const note = () => {
    const { offsetWidth = 0, offsetHeight = 0, firstChild } = document.getElementById('app') ?? {};
    const now = [innerWidth, offsetWidth, offsetHeight].join(' ');
    if (firstChild && sizes.at(-1) !== now) sizes.push(now);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const app = document.getElementById('app');
    new ResizeObserver(note).observe(app);
    new MutationObserver(note).observe(app, { childList: true });
  });
  addEventListener('resize', note);
})();
