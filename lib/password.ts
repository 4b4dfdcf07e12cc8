/** Letters and digits that cannot be taken for one another when read aloud or typed from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of `length` characters (16: about 93 bits), each drawn evenly. */
export function generatePassword(length = 16): string {
  const limit = 256 - (256 % alphabet.length);
  let password = '';
  while (password.length < length) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) password += alphabet[byte % alphabet.length];
  }
  return password;
}
