import { Component, type FunctionComponent, h } from 'preact';

/** Rerenders only when a prop has changed, so that 100 rows do not rerender for one. By hand, because `preact/compat` is not in the bundle. */
export function memo<P extends object>(Inner: FunctionComponent<P>): new (props: P) => Component<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = this.props as Record<string, unknown>;
      const after = next as Record<string, unknown>;
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      return [...names].some((name) => before[name] !== after[name]);
    }
    override render() {
      return h(Inner, this.props as P & { children?: never });
    }
  };
}
