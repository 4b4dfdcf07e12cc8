import { Button } from '@/components/Button.tsx';
import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { privacyOf } from '@/lib/addMany/copy.ts';
import { endingOf } from '@/lib/addMany/endings.ts';
import type { ParseReason } from '@/lib/addMany/parse.ts';
import { doubtOf, type ParsedEntry, registeredRelated } from '@/lib/addMany/preview.ts';
import { canAdd, type GroupName, noteOf, type PreviewRow, type WrittenPart, writtenParts } from '@/lib/addMany/rows.ts';
import type { HostReason } from '@/lib/hosts/parse.ts';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { noteText, privacyText, refusalText } from '@/lib/text/sites.ts';
import { privacyKind } from '@/lib/websites/privacyKind.ts';
import { ConnectionChoice } from '../ConnectionChoice.tsx';
import { placeText } from '../jobs/jobTexts.ts';
import { PickBox } from '../list/PickBox.tsx';
import type { Line } from '../list/useGroups.ts';
import { privacies } from '../websites/columns.tsx';
import { checkOf, fieldsAt } from './select.ts';
import type { AddMany } from './state.ts';
import { send } from './store.ts';

/** The statuses of entries that are left out, in the order in which their counts are shown. */
const outStatuses = ['refused', 'duplicate', 'comment'] as const;

const reasonTexts: Partial<Record<ParseReason, (line: number) => string>> = {
  email: () => t('refusal.email'),
  nothing: () => t('addmany.refused_nothing'),
  empty: () => t('addmany.refused_nothing'),
  comment: () => t('addmany.status_comment'),
  quote: (line) => t('addmany.refused_quote', { line }),
  'beside-address': () => t('addmany.refused_title'),
  record: () => t('addmany.refused_record'),
};

function groupHint({ group, rows, ticked }: GroupCellsProps): string {
  if (group === 'there') return t('addmany.there_hint');
  if (group === 'check' && !ticked) return t('addmany.check_hint');
  if (group !== 'out')
    return ticked === rows.length
      ? t('addmany.all_ticked')
      : t('addmany.some_ticked', { count: numberText(ticked), total: numberText(rows.length) });
  return outStatuses
    .flatMap((wanted) => {
      const count = rows.filter(({ status }) => status === wanted).length;
      return count ? `${t(`addmany.status_${wanted}`)} ${numberText(count)}` : [];
    })
    .join(' · ');
}

interface GroupCellsProps extends Line<PreviewRow, GroupName> {
  ticked: number;
  columns: number;
  onTurn: () => void;
}

const isPrivacyOfFile = ({ read: { own, entry, to } }: PreviewRow) =>
  own?.privacy !== undefined && !!entry.source && !to;

export function GroupCells(props: GroupCellsProps) {
  const { group, rows, isOpen, ticked, columns, onTurn } = props;
  const text = t(`addmany.group_${group}`);
  const hasTicks = canAdd(group);
  const hasPrivacy = hasTicks && group !== 'check' && rows.some(isPrivacyOfFile);
  const privacy = hasPrivacy ? [t('addmany.privacy_of_file')] : [];
  const hint = [groupHint(props), ...privacy].join(' · ');
  return (
    <th scope="rowgroup" colSpan={columns}>
      {hasTicks && (
        <span class="pick">
          <PickBox
            label={`${t('manage.all')} · ${text}`}
            checked={ticked === rows.length}
            isPart={ticked > 0 && ticked < rows.length}
            onPick={(isOn) => send('ticked', rows, isOn)}
          />
        </span>
      )}
      <button type="button" class="button quiet" tabIndex={-1} data-open aria-expanded={isOpen} onClick={onTurn}>
        <Icon name="chevron" />
        <span class="text">{text}</span> <span class="count">{numberText(rows.length)}</span>
      </button>
      <span class="hint" title={hint}>
        {hint}
      </span>
    </th>
  );
}

/** Returns why an entry is doubtful or left out; '' if it is neither. */
function reasonOf({ read, known, status }: PreviewRow): string {
  const doubt = status === 'doubtful' && doubtOf(read);
  if (doubt) return noteText(doubt);
  if (status === 'unsure') return t('registration.maybe');
  if (status === 'related') return t('addmany.related_registered', { domain: registeredRelated(read, known) ?? '' });
  const { reason, entry, repeats } = read;
  if (reason) return reasonTexts[reason]?.(entry.line) ?? refusalText(reason as HostReason);
  if (!repeats) return '';
  const { line, source } = repeats;
  return source && source !== entry.source
    ? t('addmany.repeats_source', { line, source })
    : t('addmany.repeats_line', { line });
}

/** Shows the privacy that a site will get, or that it loses its password, which cannot be copied. */
function PrivacyOf({ state, row: { read, connection } }: EntryCellsProps) {
  const { fields = {} } = (state.defaults && fieldsAt(state, state.defaults, connection)) ?? {};
  const { privacy, isLost } = privacyOf(read.own ?? {}, connection.kind, fields);
  const lost = t('addmany.loses_password');
  if (isLost)
    return (
      <span class="warned" title={lost}>
        {lost}
      </span>
    );
  if (privacy === undefined) return null;
  const kind = privacyKind({ privacy });
  return (
    <span class={`privacy ${kind}`}>
      <Icon name={privacies[kind].icon} />
      {privacyText(privacy)}
    </span>
  );
}

function originOf({ entry, seen }: ParsedEntry): string {
  const how = [
    ...(entry.wildcard ? [t('addmany.read_wildcard')] : []),
    ...(seen ? [t('addmany.read_seen', { domain: seen })] : []),
  ];
  return [placeText(entry), ...how].join(' · ');
}

/** Strikes out words that are not part of the name, but not the spaces around them. */
const Dropped = ({ text }: { text: string }) => (
  <>
    {/^\s*/.exec(text)}
    <s>{text.trim()}</s>
    {/\s*$/.exec(text)}
  </>
);

const Written = ({ read, parts }: { read: ParsedEntry; parts: readonly WrittenPart[] }) => (
  <span class="written">
    <span class="hint">{originOf(read)} · </span>
    <bdi>{parts.map(({ text, isName }) => (isName ? <mark>{text}</mark> : <Dropped text={text} />))}</bdi>
  </span>
);

interface EntryCellsProps {
  /** The ids of the row's named elements begin with it (see `named`). */
  id: string;
  state: AddMany;
  row: PreviewRow;
  isTicked: boolean;
}

/**
 * Shows the buttons of a doubtful entry. If its privacy is doubtful and the entry comes from a file, shows the file's
 * name and the line instead, because the person has to correct the privacy there.
 */
function Help({ state, row: { read, status } }: EntryCellsProps) {
  const { host = '', meant } = read;
  const isAsked = status === 'unsure';
  const isChecked = checkOf(state).phase === 'ended';
  if (read.entry.source && doubtOf(read)?.startsWith('privacy')) return <span class="hint">{originOf(read)}</span>;
  const text = isAsked ? t('addmany.look_again') : t('manage.edit');
  // Names only the ending: the rest equals the name beside the button, and a long name would be cut off.
  const use = meant && t('popup.use_site', { domain: `.${endingOf(toUnicode(meant))}` });
  return (
    <>
      {use && status === 'doubtful' && (
        <Button
          tabIndex={-1}
          label={use}
          aria-label={`${use} · ${toUnicode(meant)}`}
          onClick={() => send('host-replaced', read, meant)}
        />
      )}
      <Button
        tabIndex={-1}
        label={text}
        aria-label={isAsked ? `${text} · ${host}` : t('manage.edit_of', { name: host })}
        aria-disabled={isAsked && !isChecked}
        onClick={() => {
          if (!isAsked) send('sources-shown', { entry: read.entry });
          else if (isChecked) send('check-again');
        }}
      />
    </>
  );
}

/**
 * Returns the ids of the elements whose texts form the accessible name of an entry's row. The check box and the buttons
 * are not among them, because each of their names repeats the site.
 */
export const named = (id: string) => `${id}-facts ${id}-status ${id}-goes ${id}-read`;

/** Shows the cells of an entry. A doubtful entry has its reason below its name, and its buttons at the end. */
export function EntryCells(props: EntryCellsProps) {
  const { id, state, row, isTicked } = props;
  const { read, group } = row;
  const { host, entry } = read;
  const isOffered = canAdd(group);
  const isDoubtful = group === 'check';
  const note = !isDoubtful && isOffered && noteOf(read);
  const reason = reasonOf(row);
  const written = isDoubtful ? writtenParts(read) : [];
  return (
    <>
      <td class="site" title={entry.text || host} colSpan={isDoubtful ? 2 : 1}>
        {host && isOffered && (
          <span class="pick">
            <PickBox
              label={t('manage.select', { name: host })}
              checked={isTicked}
              onPick={(isOn) => send('ticked', [row], isOn)}
            />
          </span>
        )}
        <span class="facts" id={`${id}-facts`}>
          <span class="name">
            {host ? <SiteName host={host} unicode={toUnicode(host)} /> : <bdi class="muted">{entry.text}</bdi>}
          </span>
          {note && <span class="hint">{noteText(note)}</span>}
          {isDoubtful && <span class="warned">{reason}</span>}
          {written.length > 0 && <Written read={read} parts={written} />}
        </span>
      </td>
      {!isDoubtful && (
        <td class="status" id={`${id}-status`} title={reason}>
          {isOffered ? <PrivacyOf {...props} /> : reason && <span class="muted">{reason}</span>}
        </td>
      )}
      {state.list.length > 1 && (
        <td class="goes" id={`${id}-goes`}>
          {host && isOffered && (
            <ConnectionChoice
              tabIndex={-1}
              list={state.list}
              label={t('addmany.goes_to_of', { domain: host })}
              value={row.connection.id}
              onChange={(id) => send('moved', [host], id)}
            />
          )}
        </td>
      )}
      <td class="read" title={originOf(read)}>
        {isDoubtful ? (
          <Help {...props} />
        ) : (
          <span class="hint" id={`${id}-read`}>
            {originOf(read)}
          </span>
        )}
      </td>
    </>
  );
}
