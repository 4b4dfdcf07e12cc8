import { type ParsedSite, type Refusal, siteOfText } from './hosts/parse.ts';

/** One entry of a pasted list: where it stood (lines count from 1), what was written, and what it is. */
export interface Entry {
  line: number;
  text: string;
  site: ParsedSite | Refusal;
  /** The line on which the same host came first. */
  repeats?: number;
}

const isSeveral = (site: ParsedSite | Refusal) => 'refused' in site && site.refused === 'several';

/** Every domain of a pasted list, a verdict for each: one a line, or several with commas, semicolons or spaces. Never throws. */
export function sitesOf(text: string): Entry[] {
  const first = new Map<string, number>();
  const entries = text.split(/\r\n?|\n/).flatMap((line, index) => {
    const texts = isSeveral(siteOfText(line)) ? line.split(/[\s,;]+/) : [line];
    return texts.map((part) => ({ line: index + 1, text: part.trim(), site: siteOfText(part) }));
  });
  return entries
    .filter(({ text: part, site }) => part !== '' && !('refused' in site && site.refused === 'empty'))
    .map((entry) => {
      if ('refused' in entry.site) return entry;
      const repeats = first.get(entry.site.host);
      if (repeats !== undefined) return { ...entry, repeats };
      first.set(entry.site.host, entry.line);
      return entry;
    });
}
