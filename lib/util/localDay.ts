/** Formats the day of a moment as `2024-01-05`, in the person's time zone. */
export function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
