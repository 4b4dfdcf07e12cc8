import fc from 'fast-check';

const signs = fc.constantFrom(..."azAZ09-._~!$&'()*+,;=:@", '%20', '%2F', '%C3%A9', '%F0%9F%92%A9');
const part = fc.string({ unit: fc.oneof({ weight: 9, arbitrary: signs }, fc.constant('/')), maxLength: 12 });
const after = (mark: string) =>
  fc.oneof(
    fc.constant(''),
    part.map((text) => mark + text),
  );

/** Web addresses. Those of fast-check itself take a second of the processor before the first is made. */
export const webUrl = fc
  .tuple(fc.constantFrom('http://', 'https://'), fc.domain(), after('/'), after('?'), after('#'))
  .map((parts) => parts.join(''));
