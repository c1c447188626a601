import type { home } from '@coverdesk/domain/home/home-contract.ts'
import { type ExamplesOf, nothing } from '../example.ts'

export const homeExamples: ExamplesOf<typeof home> = { day: nothing }
