// The parameters of punycode (RFC 3492, section 5).
const base = 36;
const tMin = 1;
const tMax = 26;
const initialBias = 38;
const damp = 700;

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? damp : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  for (; rest > ((base - tMin) * tMax) / 2; steps += base) rest = Math.floor(rest / (base - tMin));
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + initialBias));
}

/**
 * Removes one number (a "generalized variable-length integer" of RFC 3492) from the front of `digits`, and returns it.
 * Returns NaN if the digits end too early.
 */
function takeNumber(digits: string[], bias: number): number {
  let value = 0;
  let weight = 1;
  for (let k = base; ; k += base) {
    const sign = digits.shift();
    if (sign === undefined) return Number.NaN;
    const digit = /\d/.test(sign) ? Number(sign) + 26 : sign.charCodeAt(0) - 97;
    value += digit * weight;
    const threshold = Math.min(Math.max(k - bias, tMin), tMax);
    if (digit < threshold) return value;
    weight *= base - threshold;
  }
}

/** Decodes the punycode after `xn--` (RFC 3492, section 6.2). Returns undefined if it is invalid. */
function decode(code: string): string | undefined {
  if (!/^[a-z\d-]{1,59}$/.test(code)) return undefined;
  const split = code.lastIndexOf('-');
  const points = [...code.slice(0, Math.max(split, 0))].map((char) => char.charCodeAt(0));
  const digits = [...code.slice(split + 1)];
  let point = 128;
  let place = 0;
  let bias = 72;
  while (digits.length) {
    const delta = takeNumber(digits, bias);
    const length = points.length + 1;
    bias = adapt(delta, length, place === 0);
    place += delta;
    point += Math.floor(place / length);
    place %= length;
    if (!(point <= 0x10ffff)) return undefined;
    points.splice(place, 0, point);
    place += 1;
  }
  return String.fromCodePoint(...points);
}

/**
 * The scripts in use today. The letters in one part of a host may all come from one of them, or from one of the
 * mixtures in `mixed`. A host with any other mixture may imitate another host, so it is shown in punycode.
 */
const single =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Knda Khmr Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt';
/**
 * The mixtures of scripts that one part of a host may contain: Latin with the Japanese scripts, with Chinese and its
 * phonetic signs, or with Korean (UTS 39, "highly restrictive").
 */
const mixed = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'];
const writtenIn = [...single.split(' '), ...mixed].map((scripts) => {
  const sets = `${scripts} Zyyy Zinh`.split(' ').map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[${sets.join('')}]+$`, 'u');
});

/**
 * Matches a part of a host in which every letter is Cyrillic, or Greek, or Armenian, and looks like a Latin one. Below
 * an ASCII top-level domain, such a part imitates another name.
 */
const spoof = /^([асԁеһіјӏорԛѕԝхуүѵ\d-]+|[αγικνορτυχ\d-]+|[օսհոցյ\d-]+)$/u;

const isHonest = (label: string, top: string): boolean =>
  /^[\p{L}\p{M}\p{N}-]+$/u.test(label) &&
  writtenIn.some((pattern) => pattern.test(label)) &&
  !(spoof.test(label) && /^(?!xn--)[a-z\d-]+$/.test(top));

function decodeLabel(label: string, top: string): string {
  const text = decode(label.slice(4));
  return text !== undefined && isHonest(text, top) ? text : label;
}

/** Whether the browser converts the decoded name back to `host`. If not, the decoded name must not be shown. */
const means = (name: string, host: string) =>
  URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === host;

/**
 * Returns the Unicode form of an international name. Show it beside the punycode form, never instead of it. Returns the
 * host unchanged if it is not international, cannot be decoded, mixes scripts in an unusual way, or looks like another
 * name. Never throws.
 */
export function toUnicode(host: string): string {
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  const names = labels.map((label) => (label.startsWith('xn--') ? decodeLabel(label, top) : label));
  if (names.some((name) => name.startsWith('xn--'))) return host;
  const name = names.join('.');
  return means(name, host) ? name : host;
}
