/** The stores with their archives, and the environment variables that `wxt submit` needs for each. */
const stores = {
  chrome: {
    archives: { '--chrome-zip': 'chrome' },
    // The older interface, which is the default, does not support service accounts.
    options: ['--chrome-api-version', 'v2'],
    variables: [
      'CHROME_EXTENSION_ID',
      'CHROME_PUBLISHER_ID',
      'CHROME_SERVICE_ACCOUNT_CLIENT_EMAIL',
      'CHROME_SERVICE_ACCOUNT_PRIVATE_KEY',
    ],
  },
  edge: {
    archives: { '--edge-zip': 'edge' },
    options: [],
    variables: ['EDGE_PRODUCT_ID', 'EDGE_CLIENT_ID', 'EDGE_API_KEY'],
  },
  firefox: {
    archives: { '--firefox-zip': 'firefox', '--firefox-sources-zip': 'sources' },
    options: [],
    variables: ['FIREFOX_EXTENSION_ID', 'FIREFOX_JWT_ISSUER', 'FIREFOX_JWT_SECRET'],
  },
} as const;

export interface Plan {
  /** The arguments of `wxt submit` for the stores whose variables are all set. */
  args: string[];
  ready: string[];
  /** The missing variables of each store. */
  lacking: Record<string, string[]>;
}

/** Returns which archives can be submitted with these variables. `archive`: returns an archive's path by its kind. */
export function plan(env: Record<string, string | undefined>, archive: (kind: string) => string): Plan {
  const all = Object.entries(stores).map(([name, { archives, options, variables }]) => ({
    name,
    lacks: variables.filter((variable) => !env[variable]),
    args: [...Object.entries(archives).flatMap(([option, kind]) => [option, archive(kind)]), ...options],
  }));
  const ready = all.filter(({ lacks }) => lacks.length === 0);
  const lacking = all.filter(({ lacks }) => lacks.length > 0).map(({ name, lacks }) => [name, lacks]);
  return {
    args: ready.flatMap(({ args }) => args),
    ready: ready.map(({ name }) => name),
    lacking: Object.fromEntries(lacking),
  };
}
