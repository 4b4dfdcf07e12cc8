import { useRef, useState } from 'preact/hooks';
import type { Editing } from '@/entrypoints/manage/websites/EditSheet.tsx';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { type ConflictChoice, conflicts, defaultChoices, refreshed, resolve } from '@/lib/websites/conflict.ts';
import { fieldErrors } from '@/lib/websites/fieldErrors.ts';
import {
  changed,
  type ReadableField,
  toFields,
  type WebsiteFields,
  type WrittenFields,
} from '@/lib/websites/fields.ts';
import { afterUpdate } from '@/lib/websites/record.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { unappliedFields } from '@/lib/websites/unappliedFields.ts';

interface Told {
  /** The record as it was read again. */
  onRead: (website: Website) => void;
  /** The record is as the service now has it. */
  onSaved: (website: Website, said: string) => void;
  /** The service does not have it any more. */
  onGone: (row: Row<Website>) => void;
}

/** A refusal that was put at its fields needs no second mention; any other does. */
const besideRecord = (problem: Problem) => (Object.keys(fieldErrors(problem)).length ? undefined : problem);

/** One website in the sheet: read again, compared, saved, and what was typed kept until then. */
export function useEdit({ onRead, onSaved, onGone }: Told) {
  const [editing, setEditing] = useState<Editing>();
  const drafts = useRef(new Map<string, WebsiteFields>());
  const part = (change: Partial<Editing>) => setEditing((before) => before && { ...before, ...change });

  const open = (row: Row<Website>) => {
    const draft = drafts.current.get(row.record.id);
    const note = draft ? t('manage.draft_back') : undefined;
    setEditing({
      row,
      fields: draft ?? toFields(row.record),
      busy: false,
      errors: {},
      ...(note ? { note, drafted: true } : {}),
    });
  };
  const close = () => setEditing(undefined);
  const setFields = (fields: WebsiteFields) => {
    if (!editing) return;
    const { record } = editing.row;
    const isNew = Object.keys(changed(toFields(record), fields)).length > 0;
    if (isNew) drafts.current.set(record.id, fields);
    else drafts.current.delete(record.id);
    part({ fields, note: undefined, drafted: false });
  };
  const discard = () => {
    if (!editing) return;
    drafts.current.delete(editing.row.record.id);
    part({ fields: toFields(editing.row.record), note: undefined, errors: {}, problem: undefined, drafted: false });
  };
  const fail = (problem: Problem) =>
    part({ busy: false, conflict: undefined, errors: fieldErrors(problem), problem: besideRecord(problem) });

  const gone = (row: Row<Website>) => {
    drafts.current.delete(row.record.id);
    close();
    onGone(row);
  };
  const done = (row: Row<Website>, before: Website, sent: WrittenFields, now: Website | undefined) => {
    const after = afterUpdate(before, sent, now);
    const kept = unappliedFields(sent, now);
    onSaved(after, kept.length ? t('manage.not_kept', { name: row.name }) : t('manage.saved', { name: row.name }));
    if (!kept.length) {
      drafts.current.delete(row.record.id);
      return close();
    }
    part({
      row: { ...row, record: after },
      busy: false,
      conflict: undefined,
      note: t('manage.not_kept', { name: row.name }),
    });
  };

  const send = async (row: Row<Website>, base: Website, fields: WebsiteFields) => {
    const sent = changed(toFields(base), fields);
    const { id } = base;
    if (!Object.keys(sent).length) {
      drafts.current.delete(id);
      onSaved(base, t('popup.unchanged'));
      return part({
        row: { ...row, record: base },
        fields: toFields(base),
        busy: false,
        conflict: undefined,
        note: t('popup.unchanged'),
      });
    }
    const answer = await ask('websites.update', { id, ...sent });
    if (!answer.ok) return answer.problem.kind === 'missing' ? gone(row) : fail(answer.problem);
    // An answer without a record may hide that nothing was changed: it is read back.
    const seen =
      answer.value ?? (await ask('websites.show', { id }).then((shown) => (shown.ok ? shown.value : undefined)));
    done(row, base, sent, seen);
  };

  /** Reads the record again before it is written: somebody else may have changed it. */
  const compare = async ({ row, fields }: Editing) => {
    const { record } = row;
    const shown = await ask('websites.show', { id: record.id });
    if (!shown.ok) {
      const { kind } = shown.problem;
      if (kind === 'missing') return gone(row);
      return part({ busy: false, problem: shown.problem, unchecked: kind === 'shape' || kind === 'server' });
    }
    const now = refreshed(record, shown.value);
    const found = conflicts(record, now, fields);
    onRead(now);
    if (!found.length) return send(row, now, fields);
    part({ row: { ...row, record: now }, busy: false, conflict: { found, choices: defaultChoices(found) } });
  };

  const save = async (unchecked = false) => {
    if (!editing || editing.busy) return;
    const { row, fields, conflict } = editing;
    const settled = conflict ? resolve(fields, conflict.found, conflict.choices) : fields;
    if (settled.privacy === 2 && !settled.password && !row.record.has_password)
      return part({ errors: { password: t('password.needed') }, conflict: undefined, problem: undefined });
    const isNew = Object.keys(changed(toFields(row.record), fields)).length > 0;
    if (!isNew && !conflict) return part({ note: t('popup.unchanged') });
    part({ fields: settled, busy: true, errors: {}, problem: undefined, note: undefined, unchecked: false });
    return conflict || unchecked ? send(row, row.record, settled) : compare(editing);
  };

  const choose = (field: ReadableField, choice: ConflictChoice) => {
    const { conflict } = editing ?? {};
    if (conflict) part({ conflict: { ...conflict, choices: { ...conflict.choices, [field]: choice } } });
  };
  return { editing, open, close, setFields, discard, save: () => save(), saveUnchecked: () => save(true), choose };
}
