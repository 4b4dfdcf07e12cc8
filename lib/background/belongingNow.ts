import { belonging } from '../connections/belonging.ts';
import { connections, get } from '../storage/settings.ts';
import { knownSites } from './records/records.ts';

/**
 * Finds the connection that a host belongs to and the host's stored record (see `belonging`), by the connections and
 * records that are stored now.
 */
export const belongingNow = async (host: string) => belonging(host, await get(connections), knownSites);
