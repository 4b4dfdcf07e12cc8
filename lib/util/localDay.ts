/** Returns the day of a moment in the person's time zone, as `2024-01-05`. */
export function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
