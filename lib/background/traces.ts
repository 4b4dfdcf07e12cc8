/** Which traces an action may leave, depending on whether its window is private. */
interface Traces {
  /**
   * Whether data may be stored on disk: records that were read, writes under way, reports, and which connection was
   * used last.
   */
  stored: boolean;
  /** Whether a notification may name the site. The operating system may store notifications. */
  notified: boolean;
  /** Whether Waymark may act on its own, for example update the badge of a tab that comes to the front. */
  unasked: boolean;
}

const everything: Traces = { stored: true, notified: true, unasked: true };
const nothing: Traces = { stored: false, notified: false, unasked: false };

/**
 * Returns which traces an action may leave. Only this function decides that. Data that even a private window needs,
 * such as a create with unknown outcome, is in `storage.session`, which ends with the browser.
 */
export const tracesOf = ({ private: isPrivate }: { private?: boolean }): Traces => (isPrivate ? nothing : everything);
