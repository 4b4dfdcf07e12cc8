import { useState } from 'preact/hooks';

interface Permission {
  request: () => Promise<boolean>;
  drop: () => Promise<boolean>;
}

/**
 * A switch that needs a browser permission: requested directly in the click that turns it on, removed when it is turned
 * off. `onSettled` is called with the switch's final state.
 */
export function usePermission({ request, drop }: Permission, onSettled: (isOn: boolean) => void | Promise<void>) {
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
