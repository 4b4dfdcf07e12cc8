/** What is done in a window may leave behind. */
export interface Traces {
  /** On disk: records that were read, writes that are under way, the connection used last, reports. */
  stored: boolean;
  /** To the pages of other windows. */
  announced: boolean;
  /** In a notification, which the system may keep: the name of the site. */
  notified: boolean;
  /** Anything that nobody asked for: what a badge says of a tab that comes to the front. */
  unasked: boolean;
}

const everything: Traces = { stored: true, announced: true, notified: true, unasked: true };
const nothing: Traces = { stored: false, announced: false, notified: false, unasked: false };

/**
 * The one place that decides what may leave a trace. What must be remembered for a private window all the same, such as a
 * create whose outcome is not known, is kept in `storage.session`, which ends with the browser.
 */
export const tracesOf = ({ private: isPrivate }: { private?: boolean }): Traces => (isPrivate ? nothing : everything);
