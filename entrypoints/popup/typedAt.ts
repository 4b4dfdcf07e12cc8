import type { Privacy, Website } from '@/lib/services/index.ts';
import { edits, type WebsiteFields } from '@/lib/websites/fields.ts';
import type { Typed, Unsaved } from './typed.ts';

type Source = Pick<Typed, 'fields' | 'isMore'>;

/** What was typed for a registered site, as it would be for a new one. */
const asOfNew = ({ fields, isMore, password = '', privacy = 2 }: Unsaved): Source => ({
  fields: { ...fields, password, privacy },
  isMore,
});

/** A privacy is saved, or sent, as it is chosen: it goes along with a password only. */
function carry({ fields = {}, isMore }: Source, into: Typed | Unsaved): void {
  const { privacy, password, ...more } = fields;
  const secret = privacy === 2 && password ? { privacy, password } : {};
  if (!Object.keys({ ...more, ...secret }).length) return;
  into.isMore ||= isMore;
  into.fields = { ...into.fields, ...more };
  Object.assign('made' in into ? into.fields : into, secret);
}

/** What was typed, with its names in one account. `usual`: the privacy of a new site where none was chosen. */
export function typedAt(typed: Typed, account: string, usual: Privacy) {
  const inAccount = (name: string | undefined) => `${account} ${name}`;
  const unsavedOf = ({ id }: Pick<Website, 'id'>): Unsaved => {
    const name = inAccount(id);
    typed.unsaved[name] ??= {};
    return typed.unsaved[name];
  };
  /** What was saved need not be; something else may have been typed meanwhile. */
  const forget = (record: Website, password = '') => {
    const unsaved = unsavedOf(record);
    if (unsaved.password === password) unsaved.password = '';
  };
  const isFor = (host: string) => typed.fieldsOf === inAccount(host);
  /** What was typed for a new site, it was for this host. */
  const note = (host: string, fields: Partial<WebsiteFields> = {}) => {
    typed.fieldsOf = inAccount(host);
    if (Object.keys(fields).length) typed.fields = { ...typed.fields, ...fields };
    typed.redraw?.();
  };
  return {
    inAccount,
    unsavedOf,
    forget,
    note,
    /** The form of a new site is sent: what is typed into it from now on, and how it is emptied of the rest. */
    sending: (host: string) => {
      const { fields = {} } = typed;
      note(host);
      typed.sentFor = inAccount(host);
      const since = () => edits(fields, typed.fields ?? {});
      return {
        since: () => (isFor(host) ? since() : {}),
        /** It was accepted. What was typed for it since belongs to its record. */
        done: () => {
          // What was sent elsewhere since may be refused there, and is needed to send it again.
          if (typed.sentFor !== inAccount(host)) return;
          const others = isFor(host) ? {} : since();
          delete typed.fields;
          if (Object.keys(others).length) typed.fields = others;
          typed.redraw?.();
        },
      };
    },
    /** Makes what was typed for a host there for the other view of it, too; undefined: that of a new site. */
    carryOver: (host: string, from: Website | undefined, to: Website | undefined) => {
      if (from?.id === to?.id || to?.locked || !(from || isFor(host))) return;
      const source = from ? asOfNew(unsavedOf(from)) : { ...typed, fields: { privacy: usual, ...typed.fields } };
      carry(source, to ? unsavedOf(to) : typed);
      if (!to) note(host);
    },
    /** The same for what was typed while the record was made. */
    carryOn: (fields: Partial<WebsiteFields>, to: Website) => carry({ ...typed, fields }, unsavedOf(to)),
  };
}
