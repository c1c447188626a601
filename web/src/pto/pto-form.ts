import type { PtoInput } from '@coverdesk/domain/pto/pto-contract.ts'
import type { z } from 'zod'

export type PtoForm = z.input<typeof PtoInput>
