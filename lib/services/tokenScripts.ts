import type { Kind } from './traits.ts';

/**
 * For kinds of service of which some versions have no API keys: a script that copies a token, which serves as the API
 * key. A person who is signed in runs the script in the browser's console, on the service's page. Not in `traits`,
 * because the popup loads `traits`.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
