import { withoutWww } from '../hosts/variants.ts';

/** Whether the visits of a record with these hosts may be visits to another site than the one at `host`. */
export const sharesVisits = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => withoutWww(one) !== withoutWww(host));
