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

const name = 'codeKind';

/** The key in the local storage. No data about any site is stored. */
const stored = () => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** The kind of tracking code that was copied last, in this browser, and the way to remember another. */
export function useCodeKind(): [CodeKind, (kind: CodeKind) => void] {
  const [kind, setKind] = useState<CodeKind>(() => codeKinds.find((one) => one === stored()) ?? 'html');
  return [
    kind,
    (next) => {
      setKind(next);
      try {
        localStorage.setItem(name, next);
      } catch {
        // A browser that stores nothing does not remember it.
      }
    },
  ];
}
