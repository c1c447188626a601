import type { search } from '@coverdesk/domain/search/search-contract.ts'
import { done, type ExamplesOf } from '../example.ts'

export const searchExamples: ExamplesOf<typeof search> = {
  everywhere: { answers: done, own: () => ({ q: 'example' }) },
}
