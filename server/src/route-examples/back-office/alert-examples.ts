import type { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { type ExamplesOf, nothing } from '../example.ts'

export const alertExamples: ExamplesOf<typeof alerts> = { list: nothing }
