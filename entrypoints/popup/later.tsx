import type { ComponentType } from 'preact';
import { useWatched } from '@/components/useWatched.ts';
import { afterPaint } from './afterPaint.ts';

type LaterViews = typeof import('./laterViews.ts');

let views: LaterViews | undefined;

/**
 * Loads laterViews.ts, once. Rejects if the extension was updated while this popup is open; scripts that are already
 * loaded still work.
 */
export async function loadLater(): Promise<LaterViews> {
  await afterPaint;
  views = await import('./laterViews.ts');
  return views;
}

/** Makes a component that renders a view of laterViews.ts, or nothing until that script has loaded. */
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
