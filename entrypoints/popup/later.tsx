import type { ComponentType } from 'preact';
import { useWatched } from '@/components/useWatched.ts';
import { afterPaint } from './afterPaint.ts';

type LaterViews = typeof import('./laterViews.ts');

let views: LaterViews | undefined;

/**
 * Loads laterViews.ts after the first paint. Rejects if an update of the extension has removed the script while this
 * popup is open.
 */
export async function loadLater(): Promise<LaterViews> {
  await afterPaint;
  views = await import('./laterViews.ts');
  return views;
}

/**
 * Returns a component that renders the view that `pick` selects from laterViews.ts. It renders nothing until that
 * script has loaded.
 */
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
