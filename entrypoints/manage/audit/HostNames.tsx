import { language } from '@/lib/text/i18n.ts';

interface Props {
  hosts: readonly string[];
}

/** The names of the first hosts. */
export const HostNames = ({ hosts }: Props) => (
  <>
    {new Intl.ListFormat(language(), { style: 'narrow' })
      .formatToParts(hosts.slice(0, 5))
      .map(({ type, value }) => (type === 'element' ? <bdi key={value}>{value}</bdi> : value))}
    {hosts.length > 5 && ' …'}
  </>
);
