interface Props {
  hosts: readonly string[];
}

/** The first of some hosts, by name. */
export const HostNames = ({ hosts }: Props) => (
  <>
    <bdi>{hosts.slice(0, 5).join(', ')}</bdi>
    {hosts.length > 5 && ' …'}
  </>
);
