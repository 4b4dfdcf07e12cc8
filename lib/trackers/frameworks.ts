/** Frameworks whose own scripts often hold the code of a tracker, by the addresses of these scripts. */
const frameworks: readonly (readonly [name: string, address: RegExp])[] = [
  ['Next.js', /\/_next\/static\//],
  ['Nuxt', /\/_nuxt\//],
  ['SvelteKit', /\/_app\/immutable\//],
  ['Astro', /\/_astro\//],
  ['Gatsby', /\/(?:app|webpack-runtime|framework)-[\da-f]{20}\.js/],
  ['Docusaurus', /\/assets\/js\/(?:runtime~)?main\.[\da-f]{8}\.js/],
  ['React', /\/static\/js\/(?:main|bundle)\.[\da-f]{8}(?:\.chunk)?\.js/],
  ['Angular', /\/(?:main|polyfills|runtime)[.-][\w]{6,20}\.js/],
  ['Vue', /\/js\/(?:app|chunk-vendors)\.[\da-f]{8}\.js/],
  ['Remix', /\/(?:build|assets)\/(?:entry\.client|root|manifest)-[\w-]{8}\.js/],
  ['Vite', /\/assets\/(?:index|main|app)[-.][\w-]{8}\.js/],
  ['Blazor', /\/_framework\/blazor\.\w+\.js/],
];

/** The framework that built a page, by the addresses of its scripts. */
export const frameworkOf = (
  addresses: readonly (readonly [address: string, ...rest: unknown[]])[],
): string | undefined => frameworks.find(([, pattern]) => addresses.some(([address]) => pattern.test(address)))?.[0];
