/**
 * Returns the first matches of a global pattern in a text. Stops after `count` matches, because a page may have a
 * million.
 */
export function firstMatches(text: string, pattern: RegExp, count: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(match);
    if (found.length >= count) break;
  }
  return found;
}
