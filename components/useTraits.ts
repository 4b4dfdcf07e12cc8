import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { traitsOf } from '@/lib/services/traits.ts';

const TraitsContext = createContext(traitsOf());

/** Gives the components below it the traits of the connected kind of service. */
export const TraitsProvider = TraitsContext.Provider;

/**
 * Returns the traits of the connected kind of service. Views leave out everything that this kind of service cannot do.
 */
export const useTraits = () => useContext(TraitsContext);
