import type { Kind } from './traits.ts';

/**
 * Scripts that copy a token, which serves as the API key. For kinds of service that have versions without API keys. The
 * person signs in at the service and runs the script in the browser's console. Not in `traits`, so that the popup does
 * not load the scripts.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
