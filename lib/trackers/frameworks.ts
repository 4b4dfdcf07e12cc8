/**
 * The frameworks and caches that bundle a page's code. Each has a pattern for the addresses of the resulting scripts,
 * in which a tracker's code may be hidden.
 */
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
  ['Autoptimize', /\/cache\/autoptimize\/(?:\d+\/)?js\//],
  ['WP Rocket', /\/cache\/min\/\d+\/[\da-f]{20,40}\.js/],
  ['LiteSpeed', /\/litespeed\/js\/[\da-f]{20,40}\.js/],
  ['TYPO3', /\/typo3temp\/assets\/(?:js|compressed)\//],
  ['W3 Total Cache', /\/cache\/minify\/[\w./-]{1,80}\.js/],
  ['SiteGround Optimizer', /\/siteground-optimizer-assets\/siteground-optimizer-combined-js/],
  ['Breeze', /\/cache\/breeze-minification\//],
  ['WP-Optimize', /\/cache\/wpo-minify\//],
  ['Fast Velocity Minify', /\/cache\/fvm\//],
  ['Swift Performance', /\/cache\/swift-performance\//],
  ['JCH Optimize', /jchoptimize\/cache\//],
  ['Minify', /\/min\/(?:index\.php)?\?(?:.*&)?[fgb]=/],
  // A Wix page fetches the site's custom code from Wix's own tag manager after it has opened.
  ['Wix', /^https?:\/\/static\.parastorage\.com\/services\/wix-thunderbolt\//],
  ['Blazor', /\/_framework\/blazor\.\w+\.js/],
];

/**
 * Returns the name of the framework or cache that bundles a page's code, judged by its scripts' addresses. Undefined if
 * none is recognised.
 */
export const frameworkOf = (
  addresses: readonly (readonly [address: string, ...rest: unknown[]])[],
): string | undefined => frameworks.find(([, pattern]) => addresses.some(([address]) => pattern.test(address)))?.[0];
