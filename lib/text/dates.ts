export interface DateText {
  /** The day, short. */
  day: string;
  /** The moment, in full; absent where it could not be read as a date. */
  moment?: string;
}

/** A date as the reader's language writes it; what cannot be read as one stands as it came. Equal dates give the same object. */
export function dateTexts(language: string): (given: string | undefined) => DateText | undefined {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  const made = new Map<string, DateText>();
  const make = (given: string): DateText => {
    const at = new Date(given);
    return Number.isNaN(at.getTime()) ? { day: given } : { day: day.format(at), moment: moment.format(at) };
  };
  return (given) => {
    if (!given) return undefined;
    const text = made.get(given) ?? make(given);
    made.set(given, text);
    return text;
  };
}
