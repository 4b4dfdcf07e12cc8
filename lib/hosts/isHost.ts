/**
 * Whether the `hostname` of a parsed `URL` is valid. `URL` itself accepts some invalid names, and checks punycode only
 * if another part of the name is not ASCII.
 */
export const isHost = (host: string): boolean =>
  /^\[[\da-f:]+\]$/.test(host) ||
  (host.length <= 253 &&
    /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/.test(host) &&
    (!/(^|\.)xn--/.test(host) || URL.canParse(`http://é.${host}`)));
