import { Checkbox } from '@/components/Checkbox.tsx';
import type { Column } from '@/lib/addMany/parse.ts';
import { numberText, t } from '@/lib/text/i18n.ts';

interface ColumnChoiceProps {
  /** The id of the table's source. */
  id: string;
  /** The file that the table is in; '' for the text box. */
  name: string;
  columns: readonly Column[];
  /** The indexes of the columns to read. */
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
}

/** Asks which columns hold the sites, if neither the header nor the content shows it. */
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
