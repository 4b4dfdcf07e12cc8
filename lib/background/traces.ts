/** The traces that an action in a window may leave. */
interface Traces {
  /** On disk: records that were read, writes under way, the connection used last, reports. */
  stored: boolean;
  /** In the pages of other windows: changes. */
  announced: boolean;
  /** In a notification, which the system may store: the name of the site. */
  notified: boolean;
  /** Anything that nobody asked for, such as the badge of a tab that comes to the front. */
  unasked: boolean;
}

const everything: Traces = { stored: true, announced: true, notified: true, unasked: true };
const nothing: Traces = { stored: false, announced: false, notified: false, unasked: false };

/**
 * The one place that decides which traces are allowed. Data that a private window needs all the same, such as a create
 * with unknown outcome, is stored in `storage.session`, which ends with the browser.
 */
export const tracesOf = ({ private: isPrivate }: { private?: boolean }): Traces => (isPrivate ? nothing : everything);
