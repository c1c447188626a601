/** Today in the agency's time zone, as people type it: MM/DD/YYYY. */
export function agencyDay(): string {
  return new Date().toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}
