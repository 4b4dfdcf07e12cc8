/** Keeps the popup as high as it was: what it holds changes, and the window around it shall not jump. */
export function keepHeight(root: HTMLElement): void {
  new ResizeObserver(() => {
    root.style.minHeight = `${root.offsetHeight}px`;
  }).observe(root);
}
