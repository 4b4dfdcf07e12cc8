import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { traitsOf } from '@/lib/services/traits.ts';

const TraitsContext = createContext(traitsOf());

/** Says to the views within what the connected kind of service can do. */
export const TraitsProvider = TraitsContext.Provider;

/** What the connected kind of service can do: what it cannot is left out. */
export const useTraits = () => useContext(TraitsContext);
