import { belonging } from '../connections/belonging.ts';
import { connections, get } from '../storage/settings.ts';
import { knownSites } from './records/records.ts';

/** Returns the connection of a host, by the present settings. */
export const belongingNow = async (host: string) => belonging(host, await get(connections), knownSites);
