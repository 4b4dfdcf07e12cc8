import { standsFor } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { isolated } from '@/lib/text/findings.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed } from '@/lib/websites/changed.ts';
import { type ConflictChoice, conflicts, defaultChoices, resolve, unappliedFields } from '@/lib/websites/conflict.ts';
import { fieldErrors } from '@/lib/websites/fieldMessages.ts';
import { edits, type ReadableField, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { afterUpdate, refreshed } from '@/lib/websites/record.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { lacksPassword } from '@/lib/websites/written.ts';
import type { Drafts, Editing } from './useDrafts.ts';

interface EditCallbacks {
  onSaved: (website: Website) => void;
  /** Called if the service no longer has the record. */
  onGone: (row: Row<Website>) => void;
  say: (text: string) => void;
}

/**
 * Whether the person must type a password before saving: the privacy changes to 2 (Password), and no password is known.
 * If the privacy stays, the website may have a password that the service does not report.
 */
const needsPassword = (fields: WebsiteFields, { privacy, has_password }: Website): boolean =>
  fields.privacy !== privacy && lacksPassword(fields, has_password);
const passwordNeeded = () => ({
  errors: { password: t('password.needed') },
  conflict: undefined,
  problem: undefined,
});

const problemBesideFields = (problem: Problem) => (Object.keys(fieldErrors(problem)).length ? undefined : problem);

export const isEdited = ({ row, fields }: Editing) => Object.keys(changed(toFields(row.record), fields)).length > 0;
const unnoted = { note: undefined, drafted: undefined };
const withDraftNote = (kept: Editing, row: Row<Website>): Editing =>
  isEdited(kept) && !kept.busy && !kept.conflict ? { ...kept, note: t('manage.draft_restored'), drafted: row } : kept;

/**
 * Provides the form that edits a website of a connection. Before saving, reads the record again to find changes by
 * others. The draft stays until the record is saved.
 */
export function editOf(connection: ConnectionAddress, drafts: Drafts, { onSaved, onGone, say }: EditCallbacks) {
  const { account } = connection;
  const sheets = drafts.editsAt(connection);
  const editing = sheets.form;
  /** Returns the name of a website's form. It contains the domain, because the id may later belong to another website. */
  const formOf = ({ key, name }: Row<Website>): string => `${key} ${name}`;
  const startEditing = (row: Row<Website>): Editing => ({ row, fields: toFields(row.record), busy: false, errors: {} });
  const change = (part: Partial<Editing>) => editing && sheets.patch(formOf(editing.row), part);

  /** Returns a website's form if it is busy, in conflict or unsaved. Any other form may be out of date. */
  const draftOf = (row: Row<Website>): Editing | undefined => {
    const kept = sheets.of(formOf(row));
    return kept && (kept.busy || kept.conflict || isEdited(kept)) ? kept : undefined;
  };
  const open = (row: Row<Website>) => {
    const kept = draftOf(row);
    sheets.open(formOf(row), kept ? withDraftNote(kept, row) : startEditing(row));
  };
  /**
   * Adds unsaved changes to a website's form, and opens its sheet. Does nothing if the record already has the same
   * values.
   */
  const openWith = (row: Row<Website>, unsaved: Partial<WebsiteFields>) => {
    const edited = (form: Editing) => ({ ...form, fields: { ...form.fields, ...unsaved } });
    const fresh = startEditing(row);
    if (isEdited(edited(fresh))) sheets.open(formOf(row), withDraftNote(edited(draftOf(row) ?? fresh), row));
  };
  const close = () => {
    if (!editing) return;
    // The draft is dropped if its website was deleted and the id now belongs to another website.
    if (editing.problem?.code === 'other-site') sheets.drop(formOf(editing.row));
    else sheets.close();
  };
  const setFields = (fields: WebsiteFields) => change({ fields, ...unnoted });
  const discard = () => {
    const { drafted } = editing ?? {};
    if (drafted) sheets.open(formOf(drafted), startEditing(drafted));
  };

  /**
   * Keeps the form after a failed save. If its sheet is closed, shows a toast that the record was not saved, or may
   * have been saved.
   */
  const keepOpen = (row: Row<Website>, part: Partial<Editing>) => {
    sheets.patch(formOf(row), { busy: false, ...part });
    if (sheets.isOpen(formOf(row))) return;
    const { name } = row;
    const isUnknown = part.problem?.code === 'maybe-changed';
    say(isUnknown ? `${isolated(name)}: ${t('options.may_be_saved')}` : t('manage.not_saved', { name }));
  };
  const show = ({ id, domain }: Website) => ask('websites.show', { id, domain }, { account });
  const fail = (row: Row<Website>, { code, ...problem }: Problem, unchecked = false) => {
    // Kind `missing` proves that the record is gone only without a code: `unseen` says that the record was not found,
    // but may still be there.
    if (problem.kind !== 'missing' || code)
      return keepOpen(row, {
        conflict: undefined,
        errors: fieldErrors(problem),
        problem: problemBesideFields(code === 'unseen' ? problem : { ...problem, code }),
        unchecked,
      });
    sheets.drop(formOf(row));
    onGone(row);
  };

  /**
   * Returns the part of a form that changes if `record` becomes its basis. The person's values stay; a field whose value
   * was unknown gets the value in `record`.
   */
  const basedOn = (row: Row<Website>, record: Website): Partial<Editing> => {
    const unknown = toFields({});
    const known = edits(unknown, sheets.of(formOf(row))?.fields ?? unknown);
    return { row: { ...row, record }, fields: { ...toFields(record), ...known } };
  };
  /** Makes the website as the service has it now (`record`) the basis of the form. */
  const continueWith = (row: Row<Website>, record: Website, part: Partial<Editing>) =>
    sheets.patch(formOf(row), { ...basedOn(row, record), busy: false, conflict: undefined, ...part });
  const done = (
    row: Row<Website>,
    fields: WebsiteFields,
    sent: WrittenFields,
    before: Website,
    now: Website | undefined,
  ) => {
    const after = afterUpdate(before, sent, now);
    onSaved(after);
    const isKept = !unappliedFields(sent, now).length;
    const said = t(isKept ? 'manage.saved' : 'problem.unapplied', { name: row.name });
    say(said);
    // Keep changes that were typed during the save; they can be saved next.
    if (isKept && sheets.of(formOf(row))?.fields === fields) sheets.drop(formOf(row));
    else continueWith(row, after, isKept ? {} : { note: said });
  };

  /** Says that the record already has the values of the form. Keeps changes that were typed during the save. */
  const doneAlready = (row: Row<Website>, record: Website, fields: WebsiteFields) => {
    const note = t('popup.unchanged');
    say(note);
    const later = edits(fields, sheets.of(formOf(row))?.fields ?? fields);
    continueWith(row, record, { fields: { ...toFields(record), ...later }, note });
  };

  const send = async (row: Row<Website>, before: Website, fields: WebsiteFields) => {
    const sent = changed(toFields(before), fields);
    const { id } = before;
    if (!Object.keys(sent).length) return doneAlready(row, before, fields);
    const answer = await ask('websites.update', { id, ...sent }, { account });
    if (!answer.ok && answer.problem.kind !== 'missing') return fail(row, answer.problem);
    // A 404 does not prove that the record is gone, and an answer without a record does not prove that the change was
    // applied. Read the record again.
    const shown = answer.ok && answer.value ? answer : await show(before);
    if (!answer.ok) return fail(row, shown.ok ? { ...answer.problem, code: 'unseen' } : shown.problem);
    done(row, fields, sent, before, shown.ok ? shown.value : undefined);
  };

  /** Reads the record again before saving. If somebody else has changed the same fields, asks which values to keep. */
  const compare = async ({ row, fields }: Pick<Editing, 'row' | 'fields'>) => {
    const shown = await show(row.record);
    if (!shown.ok) return fail(row, shown.problem, ['missing', 'shape', 'server'].includes(shown.problem.kind));
    const now = refreshed(row.record, shown.value);
    if (!standsFor(now, row.record.domain))
      return keepOpen(row, { conflict: undefined, problem: { kind: 'conflict', code: 'other-site' } });
    const found = conflicts(row.record, now, fields);
    if (!found.length && needsPassword(fields, now))
      return keepOpen(row, { ...basedOn(row, now), ...passwordNeeded() });
    if (!found.length) return send(row, now, fields);
    keepOpen(row, { ...basedOn(row, now), conflict: { found, choices: defaultChoices(found) } });
  };

  const save = async (unchecked = false) => {
    if (!editing || editing.busy) return;
    const { row, fields, conflict } = editing;
    const settled = conflict ? resolve(fields, conflict.found, conflict.choices) : fields;
    if (needsPassword(settled, row.record)) return change({ fields: settled, ...passwordNeeded() });
    if (!isEdited(editing) && !conflict) return change({ note: t('popup.unchanged') });
    change({ fields: settled, busy: true, errors: {}, problem: undefined, ...unnoted, unchecked: false });
    // Compares after a settled conflict, too, because the record may have changed once more.
    return unchecked ? send(row, row.record, settled) : compare({ row, fields: settled });
  };

  const choose = (field: ReadableField, choice: ConflictChoice) => {
    const { conflict } = editing ?? {};
    if (conflict) change({ conflict: { ...conflict, choices: { ...conflict.choices, [field]: choice } } });
  };
  return {
    editing,
    open,
    openWith,
    close,
    setFields,
    discard,
    save: () => save(),
    saveUnchecked: () => save(true),
    choose,
  };
}
