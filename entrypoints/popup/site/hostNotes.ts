import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { noteText, refusalText } from '@/lib/text/sites.ts';
import type { PopupStart } from '../load.ts';

const suffixTexts = { icann: () => refusalText('public-suffix'), private: () => noteText('private-suffix') };

/** Notes about the tab's host, shown before it is registered. */
export function notesFor(site: PopupStart['site'], subject: string, publicSuffix: Suffix['publicSuffix']): string[] {
  const notes = 'notes' in site && site.host === subject ? site.notes.map(noteText) : [];
  return publicSuffix ? [...notes, suffixTexts[publicSuffix]()] : notes;
}
