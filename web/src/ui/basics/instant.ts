/** Formats an instant in the agency's time zone: 11/21/2026 3:07 PM. */
export function showInstant(instant: string): string {
  return written(instants, instant)
}

/** Formats an instant with seconds: 11/21/2026 3:07:42 PM. */
export function showMoment(instant: string): string {
  return written(moments, instant)
}

const parts: Intl.DateTimeFormatOptions = {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
}
const instants = new Intl.DateTimeFormat('en-US', parts)
const moments = new Intl.DateTimeFormat('en-US', { ...parts, second: '2-digit' })

/** Some browsers write a narrow no-break space before AM and PM, which no one types into a search. */
function written(format: Intl.DateTimeFormat, instant: string): string {
  return format.format(new Date(instant)).replace(',', '').replace('\u202f', ' ')
}
