import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { traitsOf } from '@/lib/services/traits.ts';

const TraitsContext = createContext(traitsOf());

/** Tells the views below what the connected kind of service can do. */
export const TraitsProvider = TraitsContext.Provider;

/** What the connected kind of service can do; views leave out the rest. */
export const useTraits = () => useContext(TraitsContext);
