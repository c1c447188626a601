import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'

/** Why a person confirms something; may be empty. */
export const ConfirmationReason = oneLine(200).default('')

/** A user's confirmation of a statement or of equal lines (money.md, rule 8 and class 6), until it is taken back. */
export const Confirmation = z.object({ by: z.string(), at: z.string(), reason: z.string() })
export type Confirmation = z.infer<typeof Confirmation>
