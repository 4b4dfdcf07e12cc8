/** The traces that an action in a window may leave. */
interface Traces {
  /**
   * Whether data may be stored on disk: records that were read, writes under way, the connection used last, reports.
   */
  stored: boolean;
  /** Whether open pages in other windows may be told of changes, and so show them. */
  announced: boolean;
  /** Whether a notification may name the site. The system may store notifications. */
  notified: boolean;
  /** Whether anything may be done that nobody asked for, such as the badge of a tab that comes to the front. */
  unasked: boolean;
}

const everything: Traces = { stored: true, announced: true, notified: true, unasked: true };
const nothing: Traces = { stored: false, announced: false, notified: false, unasked: false };

/**
 * Decides, in this one place, which traces are allowed. Data that a private window needs all the same, such as a create
 * with unknown outcome, is stored in `storage.session`, which ends with the browser.
 */
export const tracesOf = ({ private: isPrivate }: { private?: boolean }): Traces => (isPrivate ? nothing : everything);
