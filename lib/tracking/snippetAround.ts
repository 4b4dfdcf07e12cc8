import { maxFacts } from './facts.ts';

/** How much of an inline script before the service's host name is looked at. */
const before = 80;

/** The piece of an inline script that is compared: white space collapsed, around the first mention of `needle`, else its beginning. */
export function snippetAround(text: string, needle: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const from = Math.max(0, flat.indexOf(needle) - before);
  return flat.slice(from, from + maxFacts.characters);
}
