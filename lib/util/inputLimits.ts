/** The maximum lengths of inputs: characters of a text, or entries of a list. */
export const inputLimits = {
  domain: 253,
  /** An id that is one segment of a request's path. */
  id: 200,
  /** The address of a service. */
  address: 2048,
  /** The cursor of a list's next page. */
  cursor: 2000,
  /** A password, a search, one entry of a list, or a name reported by a service. */
  text: 1000,
  /** The value of a header. */
  header: 4096,
  headers: 10,
  lines: 1000,
  connections: 200,
} as const;
