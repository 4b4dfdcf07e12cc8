/** Returns the first `count` matches of a global pattern in a text. A page may have a million matches. */
export function firstMatches(text: string, pattern: RegExp, count: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(match);
    if (found.length >= count) break;
  }
  return found;
}
