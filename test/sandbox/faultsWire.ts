import { all, type Fault, type Outcome } from './fault.ts';
import { json } from './replies.ts';
import type { Reply, Wire } from './types.ts';

type Row = [name: string, says: string, commits: boolean, wire: Wire, expected: Outcome];

const rows: Row[] = [
  ['hang', 'no byte is ever sent', false, 'hang', 'timeout'],
  ['hang-after', 'carried out, then no byte is ever sent', true, 'hang', 'timeout'],
  ['drop', 'the connection is cut before anything is done', false, 'drop', 'network'],
  ['drop-after', 'carried out, then the connection is cut', true, 'drop', 'network'],
  ['reset-after', 'carried out, then the connection is reset', true, 'reset', 'network'],
  ['cut', 'half the body, then the connection is cut', true, 'cut', ['network', 'shape']],
  ['stall', 'half the body, then silence', true, 'stall', 'timeout'],
  ['drip', 'a space now and then, for ever', true, 'drip', 'timeout'],
  ['flood', '50 MB', true, 'flood', 'shape'],
  ['garbage', 'bytes that are not HTTP', false, 'garbage', 'network'],
];

const filled = (honest: Reply): Reply => (honest.body === '' ? json(200, { status: 200 }) : honest);

/** Failures below HTTP: silence, cut connections, endlessly slow answers, and floods of data. */
export const wireFaults: Fault[] = [
  ...rows.map(([name, says, commits, wire, expected]) => ({
    name,
    says,
    commits,
    answer: (honest: Reply) => ({ ...filled(honest), wire }),
    expected: all(expected),
  })),
  {
    name: 'cut-head',
    says: 'half the headers, then the connection is cut',
    commits: true,
    answer: (honest: Reply) => ({ ...honest, wire: 'cut-head' as const }),
    // Chromium takes the status line for the whole head, and then sees an empty body (measured in 156).
    expected: {
      ...all(['network', 'shape']),
      create: ['network', 'shape', 'ok'],
      update: ['network', 'ok'],
      delete: ['network', 'ok'],
    },
  },
  {
    name: 'huge-header',
    says: 'a header of 500 kB',
    commits: true,
    answer: (honest) => ({ ...honest, headers: { ...honest.headers, 'x-huge': 'x'.repeat(500_000) } }),
    expected: all('network'),
  },
];
