import { terms } from '@coverdesk/domain/terms/terms-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { findTerms } from './find-terms.ts'
import { saveTerms } from './save-terms.ts'

export function termsRoutes(on: Bind): void {
  on(terms.one, ({ db }, { version }) => findTerms(db, version))
  on(terms.save, saveTerms)
}
