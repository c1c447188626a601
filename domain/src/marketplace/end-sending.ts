import { z } from 'zod'
import { oneLine } from '../fields/one-line.ts'

/** Times that something was sent without an answer before it can be ended: an outage of a minute needs no one. */
export const triesBeforeEnd = 3

/** Why an administrator ends something that the marketplace has not confirmed. */
export const EndReason = z.object({ reason: oneLine(200).min(1, 'Reason is required') })
