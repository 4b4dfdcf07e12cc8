import { belonging } from '../connections/belonging.ts';
import { connections, get } from '../storage/settings.ts';
import { knownSites } from './records/records.ts';

/**
 * Returns the connection that a host belongs to (see `belonging`), by the connections and records that are stored now.
 */
export const belongingNow = async (host: string) => belonging(host, await get(connections), knownSites);
