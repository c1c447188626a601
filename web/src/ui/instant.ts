/** An instant as people here read it, in the agency's time zone: 11/21/2026 15:07. */
export function showInstant(instant: string): string {
  return instants.format(new Date(instant)).replace(',', '')
}

const instants = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
