/** What runs the popup, of its script that is loaded later: in the place of `later.tsx`. */
export const loadLater = async () => ({
  ...(await import('@/entrypoints/popup/site/reduce.ts')),
  ...(await import('@/entrypoints/popup/site/run.ts')),
});
