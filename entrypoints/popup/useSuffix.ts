import { useEffect, useState } from 'preact/hooks';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { ask } from '@/lib/messages/ask.ts';
import { noteText, refusalText } from '@/lib/text/sites.ts';
import { afterPaint } from './afterPaint.ts';
import type { PopupStart } from './load.ts';

/** The host's public suffix, requested from the worker after the first paint. */
export function useSuffix(host: string, wanted: boolean): Suffix {
  const [suffix, setSuffix] = useState<Suffix>({});
  useEffect(() => {
    if (!wanted) return;
    void afterPaint
      .then(() => ask('site.suffixes', { hosts: [host] }))
      .then((answer) => answer.ok && setSuffix(answer.value[0] ?? {}));
  }, [host, wanted]);
  return suffix;
}

const suffixTexts = { icann: () => refusalText('public-suffix'), private: () => noteText('private-suffix') };

/** Notes about the tab's host, shown before it is registered. */
export function notesFor(site: PopupStart['site'], subject: string, publicSuffix: Suffix['publicSuffix']): string[] {
  const notes = 'notes' in site && site.host === subject ? site.notes.map(noteText) : [];
  return publicSuffix ? [...notes, suffixTexts[publicSuffix]()] : notes;
}
