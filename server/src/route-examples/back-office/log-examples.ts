import type { logs } from '@coverdesk/domain/logs/log-contract.ts'
import { type ExamplesOf, nothing } from '../example.ts'

export const logExamples: ExamplesOf<typeof logs> = { list: nothing, activity: nothing }
