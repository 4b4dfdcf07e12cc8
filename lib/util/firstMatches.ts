/** Returns at most the first `count` matches of a global pattern, because the text of a page may have a million. */
export function firstMatches(text: string, pattern: RegExp, count: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(match);
    if (found.length >= count) break;
  }
  return found;
}
