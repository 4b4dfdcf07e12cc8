import type { Kind } from './traits.ts';

/**
 * By kind of service: a script that copies a token, for versions of the service without keys. The token serves as the
 * key. A person runs the script in the console of the service's page while signed in. Not in `traits`, because the
 * popup loads `traits`.
 */
export const tokenScripts: Partial<Record<Kind, string>> = { umami: "copy(JSON.parse(localStorage['umami.auth']))" };
