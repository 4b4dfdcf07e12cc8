import { useState } from 'preact/hooks';

interface Permission {
  request: () => Promise<boolean>;
  drop: () => Promise<boolean>;
}

/**
 * A switch that needs a permission of the browser: asked for as it is turned on, straight in the click, and given back
 * as it is turned off. `onSettled` is told how the switch stands then.
 */
export function usePermitted({ request, drop }: Permission, onSettled: (isOn: boolean) => void | Promise<void>) {
  const [isDenied, setDenied] = useState(false);
  const onSwitch = (wanted: boolean) => {
    const granted = wanted ? request().catch(() => false) : drop().then(() => false);
    void granted.then((isOn) => {
      setDenied(wanted && !isOn);
      return onSettled(isOn);
    });
  };
  return { isDenied, onSwitch };
}
