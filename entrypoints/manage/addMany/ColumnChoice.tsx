import { Checkbox } from '@/components/Checkbox.tsx';
import type { Column } from '@/lib/addMany/parse.ts';
import { numberText, t } from '@/lib/text/i18n.ts';

interface ColumnChoiceProps {
  /** The id of the table's source. */
  id: string;
  /** The name of the file that contains the table; '' for the text box. */
  name: string;
  columns: readonly Column[];
  /** The indexes of the columns to read. */
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
}

/** Asks which columns of a table hold the sites. Needed if neither the header nor the content shows that. */
export function ColumnChoice({ id, name, columns, chosen, onChoose }: ColumnChoiceProps) {
  const tick = (at: number, on: boolean) => onChoose(on ? [...chosen, at] : chosen.filter((one) => one !== at));
  return (
    <fieldset class="column-choice" data-table={id}>
      <legend class="label">
        {name && (
          <>
            <bdi>{name}</bdi>
            {' · '}
          </>
        )}
        {t('addmany.choose_columns')}
      </legend>
      <p class="hint">{t('addmany.choose_columns_hint')}</p>
      <div class="boxes">
        {columns.map(({ at, name: header, example }) => (
          <Checkbox
            key={at}
            label={header || t('addmany.column_number', { number: numberText(at + 1) })}
            hint={example}
            checked={chosen.includes(at)}
            onChange={(on) => tick(at, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}
