// Put first into a copy of the popup: notes every size that it has, window and content, from the first that holds something on:
// the browser may lay it out before, while what is stored is still read. Notes also every place that More has had.
(() => {
  const sizes = [];
  const places = [];
  Object.assign(globalThis, { sizes, places });
  const note = () => {
    const { offsetWidth = 0, offsetHeight = 0, firstChild } = document.getElementById('app') ?? {};
    const now = [innerWidth, offsetWidth, offsetHeight].join(' ');
    if (firstChild && sizes.at(-1) !== now) sizes.push(now);
    const place = document.querySelector('.more')?.getBoundingClientRect().top;
    if (place !== undefined && places.at(-1) !== place) places.push(place);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const app = document.getElementById('app');
    new ResizeObserver(note).observe(app);
    new MutationObserver(note).observe(app, { childList: true, subtree: true });
  });
  addEventListener('resize', note);
})();
