import { teamOfNew } from '@/lib/connections/team.ts';
import { siteOfText } from '@/lib/hosts/parse.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Registration } from '@/lib/messages/commands.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { ConnectionAddress, Defaults } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText, problemText, refusalText, registrationText } from '@/lib/text/problems.ts';
import { type FieldErrors, fieldErrors } from '@/lib/websites/fieldMessages.ts';
import { edits, toFields, type WebsiteFields, type WrittenFields } from '@/lib/websites/fields.ts';
import { meantAnyway } from '@/lib/websites/meantAnyway.ts';
import { isOtherPrivacy } from '@/lib/websites/record.ts';
import { complete, lacksPassword } from '@/lib/websites/written.ts';
import { type Creating, type Drafts, refused } from './useDrafts.ts';

/** Returns the host that a form registers, or the errors that keep the form from being sent. */
function checked({ typed, fields }: Creating, defaults: Defaults): { host?: string; errors: FieldErrors } {
  const site = siteOfText(typed);
  if ('refused' in site)
    return { errors: { domain: site.refused === 'empty' ? t('manage.domain_missing') : refusalText(site.refused) } };
  if (lacksPassword(fields, defaults.hasPassword)) return { errors: { password: t('password.needed') } };
  return { host: site.host, errors: {} };
}

/**
 * Returns the error of each field after the service has refused a create. For the domain, this is Waymark's text about
 * the whole problem, which can be more precise than the service's text for the field.
 */
function createErrors(problem: Problem, name: string): FieldErrors {
  const named = fieldErrors(problem);
  return problem.fields?.domain ? { ...named, domain: problemText(problem, name) } : named;
}

/**
 * Returns the fields that remain to be saved after a create. For a new website, these are the fields that the person
 * has changed since the form was sent (`sent`). For a website that existed before, these are the fields that differ
 * from the defaults (`usual`), without the privacy unless it comes with a password. `now`: the present form; undefined
 * if its sheet was closed, so that nothing remains.
 */
function unsaved(
  { outcome, website }: Registration,
  { fields: sent }: Creating,
  now: Creating | undefined,
  usual: WebsiteFields,
): Partial<WebsiteFields> {
  if (!now) return {};
  // `confirmed`: the website may come from an earlier press of the button, whose answer was lost and which may have
  // sent other fields than `sent`. So the fields that the service reports for the website replace those in `sent`.
  const reported = outcome === 'confirmed' ? edits(toFields({}), toFields({ ...website })) : {};
  if (outcome !== 'already') return edits({ ...sent, ...reported }, now.fields);
  const { privacy, password } = now.fields;
  const { privacy: _, password: __, ...more } = edits(usual, now.fields);
  return privacy === 2 && password ? { ...more, privacy, password } : more;
}

/** Returns the outcome of a create in words. Says so if the new website does not have the privacy that was sent. */
function createdText({ outcome, website }: Registration, sent: WrittenFields, name: string): string {
  const text = registrationText(outcome, name);
  const isUnapplied = outcome === 'created' && website && isOtherPrivacy(sent, website);
  return isUnapplied ? `${text} ${t('popup.privacy_unapplied', { privacy: privacyText(website.privacy) })}` : text;
}

interface CreateCallbacks {
  /** `left`: the fields that remain to be saved (see `unsaved`). */
  onCreated: (website: Website, left: Partial<WebsiteFields>) => void;
  say: (text: string) => void;
}

export const newForm = 'new';

/**
 * Opens the sheet of a new website: the draft if it has a typed domain, otherwise a new form, because the defaults may
 * have changed.
 */
export function openCreate(sheet: ReturnType<Drafts['createsAt']>, defaults: Defaults) {
  const kept = sheet.of(newForm);
  sheet.open(newForm, kept?.typed ? kept : { typed: '', fields: toFields(defaults), busy: false, errors: {} });
}

/** Provides the open form that registers a typed domain at a connection. Its draft stays when the sheet is closed. */
export function createSheet(
  connection: ConnectionAddress,
  drafts: Drafts,
  creating: Creating,
  defaults: Defaults,
  { onCreated, say }: CreateCallbacks,
) {
  const sheet = drafts.createsAt(connection);
  const team = creating.team === undefined ? teamOfNew(connection) : (creating.team ?? undefined);
  // When the person types another domain, the problem of the previous one no longer applies.
  const patch = (change: Partial<Creating>) =>
    sheet.patch(newForm, 'typed' in change ? { problem: undefined, ...change } : change);

  const fail = (problem: Problem, name: string) => {
    if (!sheet.isOpen(newForm)) say(problemText(problem, name));
    patch({ busy: false, ...refused(problem, createErrors(problem, name)) });
  };

  const create = async (anyway: { despiteUnknown?: true; again?: number } = {}) => {
    if (creating.busy) return;
    const { host, errors } = checked(creating, defaults);
    patch({ busy: host !== undefined, errors, problem: undefined });
    if (host === undefined) return;
    const sent = complete(creating.fields);
    const name = toUnicode(host);
    const asked = { domain: host, ...sent, ...(team ? { team: team.id } : {}), ...anyway };
    const answer = await ask('websites.create', asked, { account: connection.account });
    if (!answer.ok) return fail(answer.problem, name);
    const { outcome, website } = answer.value;
    const { password: _, ...visible } = sent;
    const now = sheet.isOpen(newForm) ? sheet.of(newForm) : undefined;
    sheet.drop(newForm);
    say(createdText(answer.value, sent, name));
    if (!website) return;
    const made = outcome === 'created' ? { ...visible, ...website } : website;
    onCreated(made, unsaved(answer.value, creating, now, toFields(defaults)));
  };
  return {
    creating,
    team,
    hasPassword: defaults.hasPassword,
    close: sheet.close,
    patch,
    create: () => void create(),
    createAnyway: () => void create(meantAnyway(creating.problem)),
  };
}
