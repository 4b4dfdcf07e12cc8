import { all, type Fault, type FaultFacts } from './fault.ts';
import { html } from './replies.ts';

const sameOrigin = (facts: FaultFacts) => `${facts.base}/landed`;
const otherOrigin = (facts: FaultFacts) => `${facts.foreignOrigin}${facts.path}`;

/** Returns a redirect's target, marked with its status and operation: `?from=302 websites.create`. */
const marked =
  (to: (facts: FaultFacts) => string, status: number) =>
  (facts: FaultFacts): string => {
    const query = new URLSearchParams(facts.query);
    query.set('from', `${status} ${facts.operation}`);
    return `${to(facts)}?${query}`;
  };

type Row = [name: string, status: number, location: (facts: FaultFacts) => string | undefined];

const rows: Row[] = [
  ...[301, 302, 303, 307, 308].flatMap((status): Row[] => [
    [`${status}-same`, status, marked(sameOrigin, status)],
    [`${status}-other`, status, marked(otherOrigin, status)],
  ]),
  ['302-login', 302, (facts) => `${facts.base}/login`],
  ['302-itself', 302, (facts) => `${facts.path}${facts.query && `?${facts.query}`}`],
  ['302-https', 302, (facts) => `${facts.base.replace(/^http:/, 'https:')}/api/v1/websites`],
  ['302-no-location', 302, () => undefined],
  ['302-script', 302, () => 'javascript:alert(1)'],
];

/** Redirects. The log has the requests that follow them, under `/landed` or with the service `foreign`. */
export const redirectFaults: Fault[] = rows.map(([name, status, location]) => ({
  name,
  says: `${status} to ${name.replace(/^\d+-/, '')}`,
  commits: false,
  answer: (_, facts) => {
    const target = location(facts);
    return html(status, '<title>Redirecting</title>', target === undefined ? {} : { location: target });
  },
  expected: all('redirect'),
}));
