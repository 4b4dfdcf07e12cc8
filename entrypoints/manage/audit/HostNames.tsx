import { Fragment } from 'preact';
import { comma } from '@/lib/text/i18n.ts';

export const HostNames = ({ hosts }: { hosts: readonly string[] }) => (
  <>
    {hosts.slice(0, 5).map((host, at) => (
      <Fragment key={host}>
        {at > 0 && comma()}
        <bdi>{host}</bdi>
      </Fragment>
    ))}
    {hosts.length > 5 && ' …'}
  </>
);
