import { type Fault, faultsIn } from './fault.ts';

/** Faults in the pure rooms of `lib`, in the manifest, and in what only a browser shows. */
export const roomFaults: readonly Fault[] = [
  ...faultsIn('lib/hosts/parse.ts', 'test/unit/hosts', [
    ['example.com. and example.com are two sites', ".hostname.replace(/\\.$/, '')", '.hostname'],
    ['any scheme is a site of the web', "[/^(?!https?:)/i, 'not-web'],", ''],
    ['a name that no server can have is registered', "if (!isHost(host)) return { refused: 'bad-host' };", ''],
    ['several pasted names are taken for one', "if (isSeveral(bare)) return { refused: 'several' };", ''],
  ]),
  ...faultsIn('lib/hosts/variants.ts', 'test/unit/hosts', [
    [
      'a name above the registrable domain is offered in the place of a site',
      'if (!registrable || !isWithin(host, registrable)) return [];',
      '',
    ],
  ]),
  ...faultsIn('lib/hosts/hostOf.ts', 'test/unit/hosts', [
    ['a record of one path stands for the whole host', '/[/\\\\?#@]|:\\d*$/.test(bare) ? undefined :', ''],
  ]),
  ...faultsIn('lib/records/slim.ts', 'test/unit/records/view.test.ts', [
    [
      'a record shows what was found for another record of its host',
      'check?.id === undefined || check.id === row.id',
      'true',
    ],
  ]),
  ...faultsIn('lib/connections/rules.ts', 'test/unit/connections', [
    ['a general rule decides before a more specific one', 'patternsOf(host).find(', 'patternsOf(host).reverse().find('],
  ]),
  ...faultsIn('lib/connections/address.ts', 'test/unit/connections', [
    ['a key goes over plain http', '!mayCarryKey({ protocol, hostname: host })', 'protocol === host'],
    [
      'Firefox never has access to a service on a port of its own',
      'const { protocol, hostname } = new URL(url);',
      'const { protocol, host: hostname } = new URL(url);',
    ],
  ]),
  ...faultsIn('lib/util/csv.ts', 'test/unit/websites/export.test.ts', [
    ["a website's name runs as a formula in a spreadsheet", 'text.replaceAll(formula, "\'")', 'text'],
  ]),
  ...faultsIn('lib/websites/conflict.ts', 'test/unit/pages/edit.test.ts test/unit/websites', [
    [
      'a form overwrites what somebody else set, and nobody touched here',
      "touched ? 'ours' : 'theirs'",
      "touched ? 'ours' : 'ours'",
    ],
    [
      'a field that the service does not report is said not to have been applied',
      'reported !== undefined && !isSameValue',
      '!isSameValue',
    ],
  ]),
  ...faultsIn('lib/tracking/status.ts', 'test/unit/tracking', [
    [
      'a site whose www. variant alone is registered is called tracked',
      "related: { yes: 'unsure'",
      "related: { yes: 'tracking'",
    ],
  ]),
  ...faultsIn('lib/tracking/verdict.ts', 'test/unit/tracking', [
    [
      'code that waits for consent is called missing',
      "if (found !== 'no' || !(manager || consent))",
      "if (found !== 'no' || !manager)",
    ],
    [
      'code that cannot run is called working',
      "const state = blocked ? byState[blocked] : 'yes';",
      "const state = blocked ? 'yes' : 'yes';",
    ],
  ]),
  ...faultsIn('lib/tracking/detect.ts', 'test/unit/tracking', [
    ['a page that counts every visit twice is called well', "if (working.length > 1) all.push({ kind: 'twice' });", ''],
  ]),
  ...faultsIn('lib/services/transport.ts', 'test/unit/services', [
    ['a redirect is followed with the key', "redirect: 'manual'", "redirect: 'follow'"],
    ["a person's cookies go beside the key", "credentials: 'omit'", "credentials: 'include'"],
    ['an answer without end fills the memory', 'if (bytes > maxBytes) return undefined;', ''],
  ]),
  ...faultsIn('lib/services/session.ts', 'test/unit/services', [
    [
      'a key with a line break ends a request with its own text in the error',
      "if (!/^[!-~]{1,4096}$/.test(key)) throw setup('bad-key');",
      '',
    ],
  ]),
  ...faultsIn('wxt.config.ts', 'test/e2e/build/manifest.test.ts', [
    [
      'Waymark asks to read every tab when it is installed',
      "permissions: ['storage',",
      "permissions: ['tabs', 'storage',",
    ],
    ['a web page frames the pages of Waymark', '"frame-ancestors \'none\'",', ''],
  ]),
  ...faultsIn('components/base.css', 'test/e2e/accessibility/keyboard.test.ts', [
    [
      'who uses the keyboard does not see where the focus is',
      '\n:focus-visible {',
      '\n:focus-visible {\n  outline: none !important;',
    ],
  ]),
];
