import { useTeams } from '@/components/useTeams.ts';
import { ask } from '@/lib/messages/ask.ts';
import { keyOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { edits, toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { rowsOf } from '../list/runner.ts';
import type { ListPart } from '../list/state.ts';
import { recordsOf } from '../list/useExport.ts';
import type { ListTab } from '../list/useListTab.ts';
import { useRuns } from '../useRuns.ts';
import { createSheet, newForm, openCreate } from './create.ts';
import { editSheet, openEdit } from './edit.ts';
import { type Creating, type Editing, ownerOf } from './useDrafts.ts';

type FormsProps = Pick<ListTab, 'parts' | 'list' | 'grid' | 'drafts' | 'start' | 'say'>;

/** Provides the sheets to edit a website and to add one. At most one of each is open at a time. */
export function useWebsiteForms({ parts, list: { send }, grid, drafts, start, say }: FormsProps) {
  const openings = useRuns();
  const partOf = (owner: string | undefined) => parts.find(({ connection }) => ownerOf(connection) === owner);
  const told = ({ account }: ConnectionAddress, website: Website) =>
    send({ type: 'told', account, rows: rowsOf(account, [website]) });
  const defaultsAt = ({ id }: ConnectionAddress) => start.of(id).defaults;
  /**
   * Moves the form of a new website to another connection: without a team, and with that connection's defaults for
   * fields that the person has not changed.
   */
  const moved = (from: ConnectionAddress, to: ConnectionAddress, { team: _, ...form }: Creating): Creating => ({
    ...form,
    fields: { ...toFields(defaultsAt(to)), ...edits(toFields(defaultsAt(from)), form.fields) },
  });
  const editPart = partOf(drafts.edits.form?.owner);
  const createPart = partOf(drafts.creates.form?.owner);
  const editing = editPart && drafts.editsAt(editPart.connection).form;
  const creating = createPart && drafts.createsAt(createPart.connection).form;
  const teams = useTeams(createPart?.connection, !!createPart);
  const edit = ({ connection }: ListPart, form: Editing) =>
    editSheet(connection, drafts, form, {
      onSaved: (website) => told(connection, website),
      say,
    });
  const create = ({ connection }: ListPart, form: Creating) =>
    createSheet(connection, drafts, form, defaultsAt(connection), {
      onCreated: (website, left) => {
        told(connection, website);
        grid.send({ type: 'sought', key: keyOf(connection.account, website.id) });
        if (!website.locked) openEdit(drafts.editsAt(connection), websiteRow(website), left);
      },
      say,
    });
  return {
    edit: editing && { ...edit(editPart, editing), part: editPart },
    creation: creating && { ...create(createPart, creating), part: createPart, teams },
    openEdit: async (shownRow: SlimRow) => {
      const { account, slot, name, locked } = shownRow;
      const connection = parts.find(({ service }) => service.account === account)?.connection;
      if (locked || !connection) return;
      const opening = openings.begin();
      const [known] = await recordsOf('websites', [shownRow]).catch(() => []);
      const answer = known
        ? { ok: true as const, value: known.record }
        : await ask('websites.show', { id: slot }, { account });
      // The person has opened another sheet or left the list in the meantime.
      if (opening.aborted) return;
      if (answer.ok) openEdit(drafts.editsAt(connection), websiteRow(answer.value));
      else if (answer.problem.kind !== 'missing') say(problemText(answer.problem, name));
      else say(t('popup.already_deleted', { domain: name }));
    },
    openCreate: (connection: ConnectionAddress) => {
      openings.end();
      openCreate(drafts.createsAt(connection), defaultsAt(connection));
    },
    /**
     * Whether the draft of a new website may move to a connection. False while that connection is adding another
     * website.
     */
    mayMoveTo: (connection: ConnectionAddress) =>
      connection === createPart?.connection || !drafts.createsAt(connection).of(newForm)?.busy,
    /**
     * Moves the draft of a new website to another connection. If that connection has a draft, too, the two swap places.
     */
    moveCreate: (id: string) => {
      const [from, to] = [createPart?.connection, parts.find(({ connection }) => connection.id === id)?.connection];
      if (!from || !to || from === to) return;
      const [here, there] = [drafts.createsAt(from), drafts.createsAt(to)];
      const [form, other] = [here.form, there.of(newForm)];
      if (!form || form.busy || other?.busy) return;
      if (other) here.open(newForm, moved(to, from, other));
      else here.drop(newForm);
      there.open(newForm, { ...moved(from, to, form), problem: undefined, errors: {} });
    },
  };
}

export type WebsiteForms = ReturnType<typeof useWebsiteForms>;
