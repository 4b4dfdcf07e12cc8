/** The shortest text that counts as a secret (characters). Shorter texts occur in many words. */
const shortest = 5;
const known = new Set<string>();

/**
 * Registers a text that only the worker may keep. Call it when a test gives such a text to the extension: the test's
 * browsers are searched for all registered texts before they close.
 */
export function keepSecret(text: string | undefined): void {
  if (text && text.length >= shortest) known.add(text);
}

/** The names of the fields with secrets in messages to the worker: inside `services`, and elsewhere (`else`). */
const names = { services: 'key', else: 'password' };

/**
 * Registers the keys and passwords in a message to the worker (see `keepSecret`). `within`: whether this part of the
 * message is inside `services`, where `key` is secret, or elsewhere, where `password` is.
 */
export function keepSecretsOf(input: unknown, within: keyof typeof names = 'else'): void {
  if (typeof input !== 'object' || input === null) return;
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' && name === names[within]) keepSecret(value);
    else keepSecretsOf(value, name === 'services' ? name : within);
  }
}

/** The records in each storage area that may hold keys and passwords. No other place may hold any. */
const own: Record<'local' | 'session', readonly string[]> = {
  local: ['keys', 'defaultPassword', 'defaultPasswords'],
  session: ['keys'],
};

/** Returns the stored data of an area as JSON, without the records that may hold keys and passwords. */
export const besideOwn = (area: 'local' | 'session', all: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(all).filter(([name]) => !own[area].includes(name)));

/**
 * Finds registered secrets in texts. Returns a line for each place with a secret: `console: …the text before the
 * secret`.
 */
export function found(places: readonly (readonly [where: string, text: string])[]): string[] {
  // As it is, and as it is written in JSON and in an address.
  const spellings = (text: string) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
  const all = [...known].flatMap(spellings);
  return places.flatMap(([where, text]) =>
    [...new Set(all)]
      .map((one) => text.indexOf(one))
      .filter((at) => at >= 0)
      .map((at) => `${where}: …${text.slice(Math.max(0, at - 80), at)}••••`),
  );
}
