/** Formats an instant in the agency's time zone: 11/21/2026 15:07. */
export function showInstant(instant: string): string {
  return instants.format(new Date(instant)).replace(',', '')
}

/** Formats an instant with seconds: 11/21/2026 15:07:42. */
export function showMoment(instant: string): string {
  return moments.format(new Date(instant)).replace(',', '')
}

const parts: Intl.DateTimeFormatOptions = {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}
const instants = new Intl.DateTimeFormat('en-US', parts)
const moments = new Intl.DateTimeFormat('en-US', { ...parts, second: '2-digit' })
