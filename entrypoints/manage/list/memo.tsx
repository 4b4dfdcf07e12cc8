import { Component, type FunctionComponent } from 'preact';

/** Makes a view that renders only if a prop changes, like `memo` of preact/compat without the rest of that package. */
export const memo = <P extends object>(View: FunctionComponent<P>) =>
  class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name]);
    }
    override render() {
      return <View {...this.props} />;
    }
  };
