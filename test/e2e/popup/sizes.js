// Put first into a copy of the popup: notes every size that it has, window and content, from its first layout on.
(() => {
  const sizes = [];
  globalThis.sizes = sizes;
  const note = () => {
    const { offsetWidth = 0, offsetHeight = 0 } = document.getElementById('app') ?? {};
    const now = [innerWidth, offsetWidth, offsetHeight].join(' ');
    if (offsetHeight && sizes.at(-1) !== now) sizes.push(now);
  };
  document.addEventListener('DOMContentLoaded', () => new ResizeObserver(note).observe(document.getElementById('app')));
  addEventListener('resize', note);
})();
