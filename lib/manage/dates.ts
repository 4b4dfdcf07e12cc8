/** A date as the reader's language writes it, with the moment beside it; what cannot be read as a date stands as it came. */
export function dateTexts(
  language: string,
): (given: string | undefined) => { day: string; moment?: string } | undefined {
  const tag = language.replace('_', '-');
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short' });
  return (given) => {
    if (!given) return undefined;
    const at = new Date(given);
    if (Number.isNaN(at.getTime())) return { day: given };
    return { day: day.format(at), moment: moment.format(at) };
  };
}
