import type { AnsweredStep, EdeStep } from '@coverdesk/domain/ede/ede-answers.ts'
import type { SavedApplication } from '../use-saved-application.ts'

/** Properties of every step of the wizard. */
export interface StepProps {
  saved: SavedApplication
  /** Steps whose answers are not complete. */
  missing: readonly AnsweredStep[]
  goTo(step: EdeStep): void
  previous: EdeStep | null
  next: EdeStep | null
}
