import { withoutWww } from '../hosts/variants.ts';

/** Whether some visits of a record with these hosts may belong to a site other than the one at `host`. */
export const sharesVisits = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => withoutWww(one) !== withoutWww(host));
