import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { traitsOf } from '@/lib/services/traits.ts';

const TraitsContext = createContext(traitsOf());

/** Tells all components inside it what the connected kind of service can do (see `Traits`). */
export const TraitsProvider = TraitsContext.Provider;

/** Returns what the connected kind of service can do. Views leave out what it cannot do. */
export const useTraits = () => useContext(TraitsContext);
