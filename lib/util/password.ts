/** Letters and digits that are not easily mistaken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const defaultLength = 16;
/** Random bytes from this value on are skipped, since they would make some characters more likely than others. */
const limit = 256 - (256 % alphabet.length);

/**
 * Returns a password made from random bytes. It is shorter than `length` if too many bytes had to be skipped. Four
 * bytes for each character are more than enough.
 */
export const spell = (bytes: Iterable<number>, length = defaultLength): string =>
  [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');

/** Returns a random password of `length` characters, all equally likely. With 16 characters, it has about 93 bits. */
export function generatePassword(length = defaultLength): string {
  for (;;) {
    const password = spell(crypto.getRandomValues(new Uint8Array(4 * length)), length);
    if (password.length === length) return password;
  }
}
