import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { afterPaint } from './afterPaint.ts';

/** A component whose code is loaded after the first paint, when it is first rendered. Renders nothing until then. */
export function lazyAfterPaint<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Later(props: P) {
    const [loaded, setLoaded] = useState<{ Loaded: ComponentType<P> }>();
    useEffect(() => {
      // Loading fails if the extension was updated under this page; the rest of the popup still works.
      void afterPaint.then(load).then(
        (Loaded) => setLoaded({ Loaded }),
        () => undefined,
      );
    }, []);
    return loaded ? <loaded.Loaded {...props} /> : null;
  };
}
