/** Letters and digits that are not easily mistaken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const usualLength = 16;
/** Random bytes of this value or more are skipped, because they would make some characters more likely than others. */
const limit = 256 - (256 % alphabet.length);

/**
 * Makes a password from random bytes. It is shorter than `length` if too many bytes are skipped. Four bytes for each
 * character are more than enough.
 */
export const spell = (bytes: Iterable<number>, length = usualLength): string =>
  [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');

/** Returns a random password of 16 characters, all equally likely: about 93 bits of entropy. */
export function generatePassword(): string {
  for (;;) {
    const password = spell(crypto.getRandomValues(new Uint8Array(4 * usualLength)));
    if (password.length === usualLength) return password;
  }
}
