import { useTeams } from '@/components/useTeams.ts';
import { teamOfNew } from '@/lib/connections/team.ts';
import { ask } from '@/lib/messages/ask.ts';
import { keyOf, type SlimRow } from '@/lib/records/slim.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { edits, toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { rowsOf } from '../list/runner.ts';
import { recordsOf } from '../list/useExport.ts';
import type { ListTab } from '../list/useListTab.ts';
import { useRuns } from '../useRuns.ts';
import { createOf, newForm } from './create.ts';
import { editOf } from './edit.ts';
import { type Creating, useLeft } from './useDrafts.ts';

type FormsProps = Pick<ListTab, 'parts' | 'list' | 'grid' | 'drafts' | 'start' | 'say'>;

/** Provides the sheets to edit a website and to add one. At most one of each is open at a time. */
export function useWebsiteForms({ parts, list: { send }, grid, drafts, start, say }: FormsProps) {
  const openings = useRuns();
  const accounts = parts.map(({ service }) => service.account);
  useLeft(drafts.edits, accounts);
  useLeft(drafts.creates, accounts);
  const partAt = (account: string | undefined) => parts.find(({ service }) => service.account === account);
  const editAt = (account: string) =>
    editOf(account, drafts, {
      onSaved: (website) => send({ type: 'told', account, rows: rowsOf(account, [website]) }),
      onGone: ({ name }) => say(t('popup.already_deleted', { domain: name })),
      say,
    });
  const defaultsAt = (account: string) => start.of(partAt(account)?.connection.id ?? '').defaults;
  /**
   * Returns the form of a new website, moved to another account: without a team, and with that account's defaults for
   * the fields that the person has not changed.
   */
  const movedTo = (account: string, { team: _, ...form }: Creating): Creating => ({
    ...form,
    account,
    fields: { ...toFields(defaultsAt(account)), ...edits(toFields(defaultsAt(form.account)), form.fields) },
  });
  const createAt = (account: string) => {
    const connection = partAt(account)?.connection;
    return createOf(account, drafts, defaultsAt(account), {
      onCreated: (website, said, left) => {
        say(said);
        if (!website) return;
        send({ type: 'told', account, rows: rowsOf(account, [website]) });
        grid.send({ type: 'sought', key: keyOf(account, website.id) });
        if (!website.locked) editAt(account).openWith(websiteRow(website), left);
      },
      say,
      team: connection && teamOfNew(connection),
    });
  };
  const editPart = partAt(drafts.edits.form?.account);
  const createPart = partAt(drafts.creates.form?.account);
  const edit = editPart && editAt(editPart.service.account);
  const creation = createPart && createAt(createPart.service.account);
  const teams = useTeams(createPart?.connection, !!createPart);
  const creatingAt = createPart?.service.account;
  return {
    edit: editPart && edit?.editing && { ...edit, part: editPart, editing: edit.editing },
    creation: createPart && creation?.creating && { ...creation, part: createPart, creating: creation.creating, teams },
    openEdit: async (shownRow: SlimRow) => {
      const { account, slot, name, locked } = shownRow;
      if (locked) return;
      const opening = openings.begin();
      const [known] = await recordsOf('websites', [shownRow]).catch(() => []);
      const answer = known ? undefined : await ask('websites.show', { id: slot }, { account });
      // The person has opened another sheet or left the list in the meantime.
      if (opening.aborted) return;
      const shown = answer?.ok ? answer.value : undefined;
      const website = known?.record ?? shown;
      if (website) editAt(account).open(websiteRow(website));
      else if (answer && !answer.ok && answer.problem.kind !== 'missing') say(problemText(answer.problem, name));
      else say(t('popup.already_deleted', { domain: name }));
    },
    openCreate: (account: string) => {
      openings.end();
      createAt(account).open();
    },
    /** Whether the draft of a new website may move to an account. False while that account adds another website. */
    mayMoveTo: (account: string) => account === creatingAt || !drafts.creates.of(newForm(account))?.busy,
    /** Moves the draft of a new website to another account. If that account has a draft, too, the two swap places. */
    moveCreate: (account: string) => {
      if (creatingAt === undefined || account === creatingAt) return;
      const { creates } = drafts;
      const [form, other] = [creates.form, creates.of(newForm(account))];
      if (!form || form.busy || other?.busy) return;
      if (other) creates.open(newForm(form.account), movedTo(form.account, other));
      else creates.drop(newForm(form.account));
      creates.open(newForm(account), { ...movedTo(account, form), problem: undefined, errors: {} });
    },
  };
}

export type WebsiteForms = ReturnType<typeof useWebsiteForms>;
