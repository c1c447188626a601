import type { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { done, type ExamplesOf, nothing } from '../example.ts'

export const shellExamples: ExamplesOf<typeof shell> = {
  configuration: nothing,
  preferences: nothing,
  savePreference: { answers: done, own: () => ({ screen: 'policies', chosen: { density: 'compact' as const } }) },
}
