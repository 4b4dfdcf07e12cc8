import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

/** What is typed into the boxes of one connection and not stored, by a name of the box. */
export type TypedTexts = Map<string, string | undefined>;

const Typed = createContext<TypedTexts | undefined>(undefined);
export const TypedProvider = Typed.Provider;

/** What is typed into a box: kept while another connection is open, but only in the page's memory, because it may be a secret. */
export function useTyped(box: string) {
  const kept = useContext(Typed);
  const [typed, setTyped] = useState({ box, text: kept?.get(box) });
  // What was typed into another box, such as one for another address, is not in this one.
  const text = typed.box === box ? typed.text : kept?.get(box);
  const type = (next: string | undefined) => {
    kept?.set(box, next);
    setTyped({ box, text: next });
  };
  return [text, type] as const;
}
