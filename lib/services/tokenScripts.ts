import type { Kind } from './traits.ts';

/**
 * By kind of service, for its versions without keys: a script for the console of the service's page, where the person is
 * signed in. It copies a token to use as key. Only the settings show it, so it is no trait, which the popup would load.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
