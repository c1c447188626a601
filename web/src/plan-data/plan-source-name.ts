import { federalSource, isInsurerSource } from '@coverdesk/domain/plan-data/plan-files.ts'

/** 'HealthCare.gov', 'Exchange of CA', or 'Insurer 12345'. */
export function planSourceName(source: string): string {
  if (isInsurerSource(source)) return `Insurer ${source}`
  return source === federalSource ? 'HealthCare.gov' : `Exchange of ${source}`
}
