export interface DateText {
  /** The day, short. */
  day: string;
  /** The moment, in full; absent where only a day was given, or what could not be read as a date. */
  moment?: string;
}

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

/** A day without a time is that day wherever it is read, not its midnight in London; "12" is no date at all. */
function dateIn(given: string): Date | undefined {
  if (!isDate.test(given)) return undefined;
  const at = new Date(isDay.test(given) ? `${given}T00:00` : given);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A date as the reader's language writes it; what cannot be read as one stands as it came. Equal dates give the same object. */
export function dateTexts(language: string): (given: string | undefined) => DateText | undefined {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  const made = new Map<string, DateText>();
  const make = (given: string): DateText => {
    const at = dateIn(given);
    if (!at) return { day: given };
    return { day: day.format(at), ...(isDay.test(given) ? {} : { moment: moment.format(at) }) };
  };
  return (given) => {
    if (!given) return undefined;
    const text = made.get(given) ?? make(given);
    made.set(given, text);
    return text;
  };
}
