import { useState } from 'preact/hooks';
import type { Unsaved } from './typed.ts';

/** Changes what is not saved yet, in place, so that it outlives this view. */
export function useUnsaved(unsaved: Unsaved) {
  const [, redraw] = useState({});
  return (more: Unsaved) => {
    Object.assign(unsaved, more);
    redraw({});
  };
}
