/** Letters and digits that cannot be taken for one another when read aloud or typed from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const defaultLength = 16;
/** Bytes from here on are left out, so that every character is drawn evenly. */
const limit = 256 - (256 % alphabet.length);

/** The password that random bytes spell; shorter where they do not suffice (four bytes a character always have). */
export const spell = (bytes: Iterable<number>, length = defaultLength): string =>
  [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');

/** A random password of `length` characters (16: about 93 bits), each drawn evenly. */
export function generatePassword(length = defaultLength): string {
  for (;;) {
    const password = spell(crypto.getRandomValues(new Uint8Array(4 * length)), length);
    if (password.length === length) return password;
  }
}
