import type { ComponentType } from 'preact';
import { useWatched } from '@/components/useWatched.ts';
import { afterPaint } from './afterPaint.ts';

type LaterViews = typeof import('./laterViews.ts');

let views: LaterViews | undefined;

/**
 * Loads the script of the views once. Rejects if the extension was updated while this page is open; the rest of the page still
 * works.
 */
export async function loadLater(): Promise<LaterViews> {
  await afterPaint;
  views = await import('./laterViews.ts');
  return views;
}

/** A component of that script. Renders nothing until it has been loaded. */
export function later<P extends object>(pick: (all: LaterViews) => ComponentType<P>): ComponentType<P> {
  return function Later(props: P) {
    useWatched<LaterViews | undefined>(
      (tell) => {
        if (!views) loadLater().then(tell, () => {});
      },
      [],
      views,
    );
    const View = views && pick(views);
    return View ? <View {...props} /> : null;
  };
}
