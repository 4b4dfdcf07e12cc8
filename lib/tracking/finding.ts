import type { PartialView } from './facts.ts';
import type { Tag } from './tag.ts';

/**
 * Something to report about a page's tracking code, apart from whether the code was found. `about`: a service's
 * address, a site, a tool, or a text from the page.
 */
export interface Finding {
  kind:
    | Exclude<Tag['relation'], 'same' | 'container' | 'incomplete'>
    | NonNullable<Tag['blocked']>
    | PartialView
    /** Two or more tags report to the connected service. */
    | 'twice'
    /** All working tags respect Do Not Track, and this browser sends it, so the person's own visits are not counted. */
    | 'dnt'
    /** The host is not registered, but a related one is: its `www.` variant or a parent domain. */
    | 'related'
    /** The page has a tag manager, which may add code that the page itself does not show. */
    | 'manager'
    /** The page has a consent tool, which may hold the code back until the visitor agrees. */
    | 'consent';
  about?: string;
}

/**
 * The result of looking for tracking code on a page. `found`: whether the page has code that reports to the connected
 * service; `unsure` if that cannot be decided.
 */
export interface Detection {
  found: 'yes' | 'no' | 'unsure';
  findings: readonly Finding[];
}
