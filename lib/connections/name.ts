import type { ConnectionAddress } from '../storage/settings.ts';

/** What a connection is called beside others: its name, else its host. */
export const nameOf = ({ name, analyticsUrl }: ConnectionAddress): string => name ?? new URL(analyticsUrl).host;
