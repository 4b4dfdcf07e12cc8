export const src = (address: string, more = '') => `<script src="${address}"${more}></script>`;
export const inline = (code: string) => `<script>${code}</script>`;
export const uuid = '6f1a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c';

/**
 * A tracker, and what it reports to; how its own documents put it into a page, and what only looks like it: an address
 * or the code of a script, or HTML.
 */
export type TrackerRow = [what: string, page: string, looksLike: string];
