import { useId, useState } from 'preact/hooks';
import { plainInput } from '@/components/forms.ts';
import { Icon } from '@/components/Icon.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { numberText, plural, t, unmarked } from '@/lib/text/i18n.ts';
import { FormDialog } from '../Dialog.tsx';
import { ProblemAlert } from '../ProblemAlert.tsx';

const maxNamed = 100;

interface DeleteDialogProps {
  title: string;
  warning: string;
  /** The text that the person has to type to confirm: the name, or a count. */
  wanted: string;
  confirms: (typed: string) => boolean;
  names?: readonly string[];
  busy: boolean;
  problem?: Problem;
  onDelete: () => void;
  onClose: () => void;
}

/**
 * Converts full-width digits (from a Japanese input method) and Arabic digits to ASCII, and any space to a plain one.
 */
const plain = (text: string) => text.normalize('NFKC').replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Whether the typed text is this count, with or without the separators of the page's language. */
export const confirmsCount = (typed: string, count: number): boolean =>
  [String(count), plain(numberText(count))].includes(plain(typed).trim());

interface DeleteManyProps extends Omit<DeleteDialogProps, 'title' | 'warning' | 'wanted' | 'confirms'> {
  count: number;
  warnings?: readonly string[];
}

export const DeleteManyDialog = ({ count, warnings = [], ...dialog }: DeleteManyProps) => (
  <DeleteDialog
    {...dialog}
    title={plural('manage.delete_many_title', count)}
    warning={[plural('manage.delete_many_warning', count), ...warnings].join(' ')}
    wanted={String(count)}
    confirms={(typed) => confirmsCount(typed, count)}
  />
);

/**
 * Asks for confirmation before records are deleted. The person has to type a text, because a deletion cannot be undone.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, warning, wanted, names, busy, problem, onDelete, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  // `other-record`: another record has taken the place of the one to delete, and the person has not confirmed that.
  const ready = props.confirms(typed) && problem?.code !== 'other-record';
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => ready && onDelete()}
      submit={{
        look: 'danger',
        label: busy ? t('popup.deleting') : t('popup.delete_confirm'),
        disabled: !ready,
        busy,
      }}
    >
      <div class="note danger">
        <Icon name="warning" />
        <p id={`${id}-warning`}>{warning}</p>
      </div>
      {names && (
        <ul class="names">
          {names.slice(0, maxNamed).map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {names.length > maxNamed && (
            <li class="muted">{t('manage.more_names', { count: names.length - maxNamed })}</li>
          )}
        </ul>
      )}
      <div class="field">
        <label for={id}>{t('manage.type_to_confirm', { name: wanted })}</label>
        <input
          id={id}
          dir="ltr"
          data-focus
          aria-describedby={`${id}-warning`}
          {...plainInput}
          value={typed}
          onInput={(event) => setTyped(unmarked(event.currentTarget.value))}
        />
      </div>
      <ProblemAlert problem={problem} domain={wanted} onRetry={ready ? onDelete : undefined} />
    </FormDialog>
  );
}
