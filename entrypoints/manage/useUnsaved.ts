import { useEffect } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { kept } from './addMany/state.ts';
import { isEdited } from './websites/edit.ts';
import { type Drafts, ownerOf } from './websites/useDrafts.ts';

/**
 * Makes the browser ask before it closes the page, if unsaved changes or a list of sites to add would be lost. Ignores
 * unsaved changes for a connection that is no longer in `list`, because these are lost already.
 */
export function useUnsaved({ edits, creates }: Drafts, list: readonly ConnectionAddress[]): void {
  useEffect(() =>
    listenTo(globalThis, 'beforeunload', (event) => {
      const isLost = ({ owner }: { owner: string }) => !list.some((one) => ownerOf(one) === owner);
      const hasDraft =
        edits.all().some((form) => isEdited(form) && !isLost(form)) ||
        creates.all().some((form) => form.typed && !isLost(form));
      if (hasDraft || kept.state.box.text || kept.state.sources.length) event.preventDefault();
    }),
  );
}
