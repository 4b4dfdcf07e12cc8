import { all, type Fault } from './fault.ts';
import { html } from './replies.ts';

export const pageFaults: Fault[] = [
  {
    name: '500-html',
    says: 'a proxy page under 500',
    commits: false,
    answer: () => html(500, '<html><title>500</title></html>'),
    expected: all('server'),
  },
];
