import { all, type Fault } from './fault.ts';
import { html, json } from './replies.ts';

const httpDate = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
const epoch = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

const waits: Record<string, () => Record<string, string>> = {
  seconds: () => ({ 'retry-after': '2' }),
  date: () => ({ 'retry-after': httpDate(3) }),
  past: () => ({ 'retry-after': httpDate(-3600) }),
  zero: () => ({ 'retry-after': '0' }),
  negative: () => ({ 'retry-after': '-5' }),
  huge: () => ({ 'retry-after': '1000000000' }),
  'far-date': () => ({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  text: () => ({ 'retry-after': 'soon' }),
  fraction: () => ({ 'retry-after': '1.5' }),
  twice: () => ({ 'retry-after': '2, 2' }),
  reset: () => ({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(2) }),
  none: () => ({}),
};

/** 429, and 503 with a time: every form in which a service may say how long to wait. */
export const waitFaults: Fault[] = [
  ...Object.entries(waits).map(([name, headers]) => ({
    name: `429-${name}`,
    says: `429 with ${
      Object.entries(headers())
        .map(([key, value]) => `${key}: ${value}`)
        .join(', ') || 'no time'
    }`,
    commits: false,
    answer: () => json(429, { message: 'Too Many Attempts.' }, headers()),
    expected: all('busy'),
  })),
  {
    name: '429-plain-text',
    says: '429 as plain text',
    commits: false,
    answer: () => ({
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': '2' },
      body: 'Too Many Attempts.',
    }),
    expected: all('busy'),
  },
  ...(['seconds', 'date', 'huge'] as const).map((name) => ({
    name: `503-${name}`,
    says: `503 with Retry-After, ${name}`,
    commits: false,
    answer: () => html(503, '<title>Be right back</title>', waits[name]?.()),
    expected: all(['server', 'busy']),
  })),
];
