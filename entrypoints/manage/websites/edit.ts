import { standsFor } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { isolated } from '@/lib/text/findings.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed } from '@/lib/websites/changed.ts';
import { type ConflictChoice, conflicts, defaultChoices, resolve, unappliedFields } from '@/lib/websites/conflict.ts';
import { edits, type ReadableField, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { afterUpdate, refreshed } from '@/lib/websites/record.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { lacksPassword } from '@/lib/websites/written.ts';
import { type Drafts, type Editing, refused } from './useDrafts.ts';

interface EditCallbacks {
  onSaved: (website: Website) => void;
  say: (text: string) => void;
}

/**
 * Whether the person must type a password before saving: the privacy changes to 2 (Password), and no password is known.
 * If the privacy stays the same, the website may have a password that the service does not report.
 */
const needsPassword = (fields: WebsiteFields, { privacy, has_password }: Website): boolean =>
  fields.privacy !== privacy && lacksPassword(fields, has_password);
const passwordNeeded = () => ({
  errors: { password: t('password.needed') },
  conflict: undefined,
  problem: undefined,
});

export const isEdited = ({ row, fields }: Editing) => Object.keys(changed(toFields(row.record), fields)).length > 0;
const unnoted = { note: undefined, drafted: undefined };
const withDraftNote = (kept: Editing, row: Row<Website>): Editing =>
  isEdited(kept) && !kept.busy && !kept.conflict ? { ...kept, note: t('manage.draft_restored'), drafted: row } : kept;

/** Returns the name of a website's form. It contains the domain, because the id may belong to another website later. */
const formOf = ({ key, name }: Row<Website>): string => `${key} ${name}`;
const startEditing = (row: Row<Website>): Editing => ({
  row,
  fields: toFields(row.record),
  busy: false,
  errors: {},
});

/**
 * Opens the sheet of a website, with its draft if that is busy, in conflict or unsaved. Any other draft may be out of
 * date. Adds the changes in `unsaved` to the form, if they are given. If the record already has these values, does
 * nothing.
 */
export function openEdit(sheets: ReturnType<Drafts['editsAt']>, row: Row<Website>, unsaved?: Partial<WebsiteFields>) {
  const edited = (form: Editing) => (unsaved ? { ...form, fields: { ...form.fields, ...unsaved } } : form);
  const fresh = startEditing(row);
  const kept = sheets.of(formOf(row));
  const draft = kept && (kept.busy || kept.conflict || isEdited(kept)) ? kept : fresh;
  if (!unsaved || isEdited(edited(fresh))) sheets.open(formOf(row), withDraftNote(edited(draft), row));
}

/**
 * Provides the open form that edits a website of a connection. Before saving, it reads the record again to find changes
 * by others. The draft stays until the record is saved.
 */
export function editSheet(
  connection: ConnectionAddress,
  drafts: Drafts,
  editing: Editing,
  { onSaved, say }: EditCallbacks,
) {
  const { account } = connection;
  const sheets = drafts.editsAt(connection);
  const { row } = editing;
  const { name } = row;
  const form = formOf(row);
  const change = (part: Partial<Editing>) => sheets.patch(form, part);
  const close = () => {
    // The draft is dropped if its website was deleted and the id now belongs to another website.
    if (editing.problem?.code === 'other-site') sheets.drop(form);
    else sheets.close();
  };
  const setFields = (fields: WebsiteFields) => change({ fields, ...unnoted });
  const discard = () => editing.drafted && sheets.open(form, startEditing(editing.drafted));

  /**
   * Keeps the form after a failed save. If its sheet is closed, a toast says that the record was not saved, or may have
   * been saved.
   */
  const keepOpen = (part: Partial<Editing>) => {
    change({ busy: false, ...part });
    if (sheets.isOpen(form)) return;
    const isUnknown = part.problem?.code === 'maybe-changed';
    say(isUnknown ? `${isolated(name)}: ${t('options.may_be_saved')}` : t('manage.not_saved', { name }));
  };
  const show = ({ id, domain }: Website) => ask('websites.show', { id, domain }, { account });
  const fail = ({ code, ...problem }: Problem, unchecked = false) => {
    // Kind `missing` proves that the record is gone only if there is no code: `unseen` says that the record was not
    // found, but may still exist.
    if (problem.kind !== 'missing' || code)
      return keepOpen({
        conflict: undefined,
        ...refused(code === 'unseen' ? problem : { ...problem, code }),
        unchecked,
      });
    sheets.drop(form);
    say(t('popup.already_deleted', { domain: name }));
  };

  /**
   * Returns how the form changes if `record` becomes its basis. The person's values stay; a field whose value was
   * unknown gets the value in `record`.
   */
  const basedOn = (record: Website): Partial<Editing> => {
    const unknown = toFields({});
    const known = edits(unknown, sheets.of(form)?.fields ?? unknown);
    return { row: { ...row, record }, fields: { ...toFields(record), ...known } };
  };
  /** Makes the website as the service has it now (`record`) the basis of the form. */
  const continueWith = (record: Website, part: Partial<Editing>) =>
    change({ ...basedOn(record), busy: false, conflict: undefined, ...part });
  const done = (fields: WebsiteFields, sent: WrittenFields, before: Website, now: Website | undefined) => {
    const after = afterUpdate(before, sent, now);
    onSaved(after);
    const isKept = !unappliedFields(sent, now).length;
    const said = t(isKept ? 'manage.saved' : 'problem.unapplied', { name });
    say(said);
    // Keep changes that were typed during the save; they can be saved next.
    if (isKept && sheets.of(form)?.fields === fields) sheets.drop(form);
    else continueWith(after, isKept ? {} : { note: said });
  };

  /** Says that the record already has the form's values. Keeps changes that were typed during the save. */
  const doneAlready = (record: Website, fields: WebsiteFields) => {
    const note = t('popup.unchanged');
    say(note);
    const later = edits(fields, sheets.of(form)?.fields ?? fields);
    continueWith(record, { fields: { ...toFields(record), ...later }, note });
  };

  const send = async (before: Website, fields: WebsiteFields) => {
    const sent = changed(toFields(before), fields);
    const { id } = before;
    if (!Object.keys(sent).length) return doneAlready(before, fields);
    const answer = await ask('websites.update', { id, ...sent }, { account });
    if (!answer.ok && answer.problem.kind !== 'missing') return fail(answer.problem);
    // A 404 does not prove that the record is gone, and an answer without a record does not prove that the change was
    // applied, so the record is read again.
    const shown = answer.ok && answer.value ? answer : await show(before);
    if (!answer.ok) return fail(shown.ok ? { ...answer.problem, code: 'unseen' } : shown.problem);
    done(fields, sent, before, shown.ok ? shown.value : undefined);
  };

  /**
   * Reads the record again before saving. If somebody else has changed the same fields, asks the person which values to
   * keep.
   */
  const compare = async (fields: WebsiteFields) => {
    const shown = await show(row.record);
    if (!shown.ok) return fail(shown.problem, ['missing', 'shape', 'server'].includes(shown.problem.kind));
    const now = refreshed(row.record, shown.value);
    if (!standsFor(now, row.record.domain))
      return keepOpen({ conflict: undefined, problem: { kind: 'conflict', code: 'other-site' } });
    const found = conflicts(row.record, now, fields);
    if (!found.length && needsPassword(fields, now)) return keepOpen({ ...basedOn(now), ...passwordNeeded() });
    if (!found.length) return send(now, fields);
    keepOpen({ ...basedOn(now), conflict: { found, choices: defaultChoices(found) } });
  };

  const save = async (unchecked = false) => {
    if (editing.busy) return;
    const { fields, conflict } = editing;
    const settled = conflict ? resolve(fields, conflict.found, conflict.choices) : fields;
    if (needsPassword(settled, row.record)) return change({ fields: settled, ...passwordNeeded() });
    if (!isEdited(editing) && !conflict) return change({ note: t('popup.unchanged') });
    change({ fields: settled, busy: true, errors: {}, problem: undefined, ...unnoted, unchecked: false });
    // Compares even after a settled conflict, because the record may have changed once more.
    return unchecked ? send(row.record, settled) : compare(settled);
  };

  const choose = (field: ReadableField, choice: ConflictChoice) => {
    const { conflict } = editing;
    if (conflict) change({ conflict: { ...conflict, choices: { ...conflict.choices, [field]: choice } } });
  };
  return { editing, close, setFields, discard, save: () => save(), saveUnchecked: () => save(true), choose };
}
