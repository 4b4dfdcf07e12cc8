export const src = (address: string, more = '') => `<script src="${address}"${more}></script>`;
export const inline = (code: string) => `<script>${code}</script>`;
export const uuid = '6f1a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c';

/** A tracker as its own documents put it into a page, what it reports to, and what only looks like it. */
export type TrackerCase = [name: string, ids: string[], page: string, looksLike: string];
