import type { Input } from '@/lib/messages/ask.ts';
import type { Privacy, Website } from '@/lib/services/index.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';

/** What a record must still be for its creation to be undone. */
export type Created = Pick<Input<'websites.delete'>, 'still' | 'sent'>;

/** What stays while the popup is open, whichever name or connection is picked. Changed in place. */
export interface Typed {
  /** Of a new site, and the account and host that they were typed for last. */
  fields?: Partial<WebsiteFields>;
  fieldsOf?: string;
  /** The account and host that they were sent for last. */
  sentFor?: string;
  /** Shows the form again, if one is open, after `fields` were changed. */
  redraw?: () => void;
  host?: string;
  /** Whether the rarely used fields are shown. */
  isMore?: boolean;
  /** The last question about a site. */
  asked?: Promise<unknown>;
  /** The records that were created in this popup and not changed by it since, by account and id. */
  made: Record<string, [Website, Created]>;
  /** The passwords that were set last, by account and host, kept because the service never shows them. */
  passwords: Record<string, string>;
  /** What is not saved yet of a registered site, by account and id. */
  unsaved: Record<string, Unsaved>;
}

/** What was typed for a registered site. Changed in place. */
export interface Unsaved extends Pick<Typed, 'fields' | 'isMore'> {
  password?: string;
  /** What was chosen last; Password unless said. */
  privacy?: Privacy;
}

/** Whether something was typed that would be lost with its form. */
export const isTyped = ({ fields = {}, password }: Unsaved): boolean => !!password || Object.keys(fields).length > 0;

/** What the popup begins with. */
export const nothingTyped = (): Typed => ({ made: {}, passwords: {}, unsaved: {} });

/** What was created under this name in the popup, unless a write is under way. */
export const createdAs = (name: string, { made }: Typed, { writes }: { writes: number }) =>
  writes ? undefined : made[name];
