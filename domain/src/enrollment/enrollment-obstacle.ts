import { z } from 'zod'
import { ShownWindow } from '../enrollment-windows/enrollment-window-contract.ts'
import { windowSentences } from '../enrollment-windows/window-sentences.ts'
import { showDate } from '../fields/calendar-date.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { enrollmentWords } from './enrollment-words.ts'

/** Why an applicant cannot be enrolled today: by the exchange's record, by its dates, or by its window. */
export const EnrollmentObstacle = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not eligible') }),
  z.object({ kind: z.enum(['opens', 'ended']), day: z.string() }),
  z.object({
    kind: z.literal('window'),
    told: z.object({ exchange: z.string(), planYear: z.number(), window: ShownWindow }),
    today: z.string(),
  }),
])
export type EnrollmentObstacle = z.infer<typeof EnrollmentObstacle>

/** The sentence of an obstacle. */
export function obstacleSentence(obstacle: EnrollmentObstacle, language: MessageLanguage = 'en'): string {
  const words = enrollmentWords[language]
  switch (obstacle.kind) {
    case 'not eligible':
      return words.notEligible
    case 'opens':
    case 'ended':
      return words[obstacle.kind](showDate(obstacle.day))
    case 'window':
      return windowSentences(obstacle.told, obstacle.today, language)
  }
}
