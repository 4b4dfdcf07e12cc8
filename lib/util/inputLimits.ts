/** The longest that is taken of what people type: characters, and entries of a list. */
export const inputLimits = {
  domain: 253,
  /** One path segment of a request. */
  id: 200,
  /** The address of a service. */
  address: 2048,
  /** A password, a search, one entry of a list, a name as a service tells it. */
  text: 1000,
  lines: 1000,
} as const;
