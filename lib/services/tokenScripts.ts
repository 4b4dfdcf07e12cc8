import type { Kind } from './traits.ts';

/**
 * For each kind of service that has versions without API keys, a script that copies a token to use as the key. The
 * person signs in at the service and runs the script in the browser's console. The scripts are not in `traits`, so that
 * the popup does not load them.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
