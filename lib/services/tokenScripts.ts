import type { Kind } from './traits.ts';

/**
 * Scripts for versions of a service without keys, by kind of service. Run in the console of the service's page while
 * the person is signed in, a script copies a token to use as key. Not a trait, because the popup would load it.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
