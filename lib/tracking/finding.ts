import type { PartialView } from './facts.ts';
import type { Tag } from './tag.ts';

/** A finding besides the verdict. `about`: a service's address, a site, a tool, or a piece of the page. */
export interface Finding {
  kind:
    | Exclude<Tag['relation'], 'same' | 'container'>
    | NonNullable<Tag['blocked']>
    | PartialView
    /** Two tags or more report to the connected service. */
    | 'twice'
    /** The tag respects Do Not Track, which this browser sends: the person's own visits are not counted. */
    | 'dnt'
    /** Only the host's `www.` variant is registered. */
    | 'related'
    /** A tag manager on the page adds scripts that are chosen elsewhere. */
    | 'manager'
    /** A consent tool on the page may hold the code back. */
    | 'consent';
  about?: string;
}

/** `found`: whether a page carries code that reports to the connected service; `unsure` if that cannot be decided. */
export interface Detection {
  found: 'yes' | 'no' | 'unsure';
  tags: readonly Tag[];
  findings: readonly Finding[];
}
