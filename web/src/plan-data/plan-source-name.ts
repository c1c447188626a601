import { federalSource } from '@coverdesk/domain/plan-data/plan-files.ts'

/** 'HealthCare.gov', or 'Exchange of CA'. */
export const planSourceName = (source: string): string =>
  source === federalSource ? 'HealthCare.gov' : `Exchange of ${source}`
