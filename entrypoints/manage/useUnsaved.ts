import { useEffect } from 'preact/hooks';
import { listenTo } from '@/lib/util/listenTo.ts';
import { sessionStateLength } from './addMany/useSessionState.ts';
import { isEdited } from './websites/edit.ts';
import type { Drafts } from './websites/useDrafts.ts';

/** Makes the browser ask before it closes the page, if unsaved changes or a list of sites to add would be lost. */
export function useUnsaved({ edits, creates }: Drafts): void {
  useEffect(() =>
    listenTo(globalThis, 'beforeunload', (event) => {
      const hasDraft = edits.all().some(isEdited) || creates.all().some(({ typed }) => typed);
      if (hasDraft || sessionStateLength('text') || sessionStateLength('sources')) event.preventDefault();
    }),
  );
}
