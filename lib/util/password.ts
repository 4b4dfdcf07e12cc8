/** Letters and digits that are not easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const defaultLength = 16;
/** Bytes from here on are skipped, since they would make some characters more likely than others. */
const limit = 256 - (256 % alphabet.length);

/**
 * Turns random bytes into a password. It is shorter if too many bytes had to be skipped; four per character are plenty.
 */
export const spell = (bytes: Iterable<number>, length = defaultLength): string =>
  [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');

/** Makes a random password of `length` characters (16 give about 93 bits), each equally likely. */
export function generatePassword(length = defaultLength): string {
  for (;;) {
    const password = spell(crypto.getRandomValues(new Uint8Array(4 * length)), length);
    if (password.length === length) return password;
  }
}
