import type { Kind } from './traits.ts';

/**
 * A script for each kind of service that has versions without keys. It copies a token, which serves as the key. A
 * person runs the script in the console of the service's page while signed in. Not in `traits`, because the popup loads
 * `traits`.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
