/** Time zone of the agency. */
export const agencyTimeZone = 'America/New_York'

/** Formats an instant for a sentence, in the agency's time zone: 'Nov 25, 10:42 AM EST'. */
export function agencyMoment(instant: Date, language: 'en' | 'es' = 'en'): string {
  return formats[language].format(instant)
}

const parts: Intl.DateTimeFormatOptions = {
  timeZone: agencyTimeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}
const formats = { en: new Intl.DateTimeFormat('en-US', parts), es: new Intl.DateTimeFormat('es-US', parts) }
