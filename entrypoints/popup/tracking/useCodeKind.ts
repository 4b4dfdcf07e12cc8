import { useState } from 'preact/hooks';
import type { SnippetForms } from '@/lib/tracking/build.ts';

export const codeKinds = [
  'html',
  'wordpress',
  'tagManager',
  'nextjs',
  'javascript',
] as const satisfies (keyof SnippetForms)[];
export type CodeKind = (typeof codeKinds)[number];

/** The key in `localStorage` for the chosen kind of code. No data about any site is stored. */
const storageKey = 'codeKind';

const stored = () => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/**
 * Returns the kind of tracking code that was last chosen in this browser (at first `html`), and a function that stores
 * another kind.
 */
export function useCodeKind(): [CodeKind, (kind: CodeKind) => void] {
  const [kind, setKind] = useState<CodeKind>(() => codeKinds.find((one) => one === stored()) ?? 'html');
  return [
    kind,
    (next) => {
      setKind(next);
      try {
        localStorage.setItem(storageKey, next);
      } catch {
        // If the browser stores nothing, the kind is forgotten when the popup closes.
      }
    },
  ];
}
