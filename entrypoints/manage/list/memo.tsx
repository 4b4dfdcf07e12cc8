import { Component, type FunctionComponent } from 'preact';

/** A view that renders again only when one of its values changes: `memo` of preact/compat alone. */
export const memo = <P extends object>(View: FunctionComponent<P>) =>
  class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name]);
    }
    override render() {
      return <View {...this.props} />;
    }
  };
