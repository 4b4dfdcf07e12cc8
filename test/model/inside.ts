// What of the product is run: the worker, and of its pages what decides without a screen.
export { default as background } from '@/entrypoints/background.ts';
export { lookUpHosts } from '@/lib/addMany/lookUp.ts';
export { absentAt, nothingKnown, parseEntries, previewStatus, unknownHosts } from '@/lib/addMany/preview.ts';
export { siteOfText } from '@/lib/hosts/parse.ts';
export { openCreates } from '@/lib/jobs/openCreates.ts';
export { allJobs, itemsOf } from '@/lib/jobs/store.ts';
export { ask } from '@/lib/messages/ask.ts';
export { openRecords } from '@/lib/records/database.ts';
export { readPages } from '@/lib/services/readPages.ts';
export { refreshesNow } from '@/lib/storage/refresh.ts';
export { connections, get, preferences, update } from '@/lib/storage/settings.ts';
