import type { Kind } from './traits.ts';

/**
 * By kind of service: a script that copies a token to use as key, for versions of the service without keys. A person
 * runs it in the console of the service's page while signed in. Kept out of `traits`, because the popup loads those.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
