import { textsSetting } from '../../storage/settings.ts';
import { isIn, note } from './doubles.ts';

/**
 * The accounts whose service has registered a host without its `www.`. Such a service counts the visits to both hosts
 * together.
 */
const joining = textsSetting('joinsWww');

/** Whether an account's service is known to count the visits to a host and to its `www.` variant together. */
export const joinsWww = (account: string): Promise<boolean> => isIn(joining, account);

/** Notes that an account's service has registered a host without its `www.`. */
export const noteJoinedWww = (account: string): Promise<void> => note(joining, account);
