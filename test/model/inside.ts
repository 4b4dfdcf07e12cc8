// The parts of the product that the model runs: the worker, and the logic of the pages without their views.
export { default as background } from '@/entrypoints/background.ts';
export { lookUpHosts } from '@/lib/addMany/lookUp.ts';
export { absentAt, nothingKnown, parseEntries, previewStatus } from '@/lib/addMany/preview.ts';
export { siteOfText } from '@/lib/hosts/parse.ts';
export { openCreates } from '@/lib/jobs/openCreates.ts';
export { allJobs, itemsOf } from '@/lib/jobs/store.ts';
export { ask } from '@/lib/messages/ask.ts';
export { openRecords } from '@/lib/records/database.ts';
export { readPages } from '@/lib/services/readPages.ts';
export { refreshesNow } from '@/lib/storage/refresh.ts';
export { connections, get, preferences, update } from '@/lib/storage/settings.ts';
